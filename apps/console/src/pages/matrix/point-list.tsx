import { blamedIn } from '../../entry/in-words.ts'
import { withoutStop } from '../../entry/stops.ts'
import { UndoNote } from '../../entry/undo-note.tsx'
import { pointText } from '../../points.ts'
import { asking, changePoints, clear, points, undo, undoable } from './state.ts'

export function PointList() {
  const blamed = blamedIn(asking.state.value)
  const removed = undoable.value?.length ?? 0
  const note = <UndoNote says={sayRemoved(removed)} onUndo={undo} />
  if (points.value.length === 0) return note
  return (
    <>
      <ol class="stop-rows" aria-label="Points">
        {points.value.map(({ key, at, label }, index) => (
          <li key={key} class={blamed.has(index) ? 'blamed' : ''}>
            <div class="stop-line">
              <span class="stop-number calm" aria-hidden="true">
                {index + 1}
              </span>
              <span class="point-name">{label || pointText(at)}</span>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove point ${index + 1}`}
                onClick={() => changePoints(withoutStop(points.value, key), { isStep: true })}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
      {note}
    </>
  )
}

function sayRemoved(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? '1 point was removed.' : `${count} points were removed.`
}
