import { fitPoints } from '../../../map/current-map.ts'
import { draft } from '../draft-state.ts'
import { Icon } from '../result/step-icon.tsx'
import { canAddArea, drawnCorners, removeArea, selectedArea, startDrawing } from './drawing.ts'

/** The areas to avoid, and the button to draw another one. */
export function AreaList() {
  const { areas, mode } = draft.value
  if (mode !== 'road') return null
  return (
    <div class="area-list">
      {areas.length > 0 && (
        <ul aria-label="Areas to avoid">
          {areas.map((area, index) => (
            <li key={index} class="chip">
              <button
                type="button"
                class="quiet"
                aria-pressed={selectedArea.value === index}
                onClick={() => {
                  selectedArea.value = index
                  fitPoints(area)
                }}
              >
                Avoid area {index + 1}
              </button>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove area ${index + 1}`}
                onClick={() => removeArea(index)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="quiet"
        disabled={!canAddArea() || drawnCorners.value !== undefined}
        onClick={startDrawing}
      >
        <Icon name="area" /> Avoid an area
      </button>
    </div>
  )
}
