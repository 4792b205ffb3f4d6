import { findBlamedIndexes } from '../../entry/failure-text.ts'
import { removeStop } from '../../entry/stops.ts'
import { UndoNote } from '../../entry/undo-note.tsx'
import { formatPoint } from '../../points.ts'
import { changePoints, clearPoints, matrixRequest, points, removedPoints, undoClear } from './state.ts'

export function PointList() {
  const blamedIndexes = findBlamedIndexes(matrixRequest.state.value)
  const removedCount = removedPoints.value?.length ?? 0
  const undoNote = <UndoNote message={describeRemoved(removedCount)} onUndo={undoClear} />
  if (points.value.length === 0) return undoNote
  return (
    <>
      <ol class="stop-rows" aria-label="Points">
        {points.value.map(({ key, at, label }, index) => (
          <li key={key} class={blamedIndexes.has(index) ? 'blamed' : ''}>
            <div class="stop-line">
              <span class="stop-number calm" aria-hidden="true">
                {index + 1}
              </span>
              <span class="point-name">{label || formatPoint(at)}</span>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove point ${index + 1}`}
                onClick={() => changePoints(removeStop(points.value, key), { pushHistory: true })}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={clearPoints}>
        Clear
      </button>
      {undoNote}
    </>
  )
}

function describeRemoved(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? '1 point was removed.' : `${count} points were removed.`
}
