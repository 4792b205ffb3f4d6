import { blamedIn } from '../../entry/in-words.ts'
import { withoutStop } from '../../entry/stops.ts'
import { pointText } from '../../points.ts'
import { asking, changePoints, points } from './state.ts'

export function PointList() {
  const blamed = blamedIn(asking.state.value)
  if (points.value.length === 0) return null
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
                onClick={() => changePoints(withoutStop(points.value, key))}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ol>
      <button type="button" class="quiet" onClick={() => changePoints([])}>
        Clear
      </button>
    </>
  )
}
