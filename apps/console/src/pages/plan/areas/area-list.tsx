import { fitPoints } from '../../../map/current-map.ts'
import { showMapOnPhone } from '../../../ui/sheet.tsx'
import { draft } from '../draft-state.ts'
import { Icon } from '../result/step-icon.tsx'
import { canAddArea, drawnCorners, removeArea, selectedArea, startDrawing } from './drawing.ts'

export function AreaList() {
  const { areas, mode } = draft.value
  if (mode !== 'road' || areas.length === 0) return null
  return (
    <div class="area-list">
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
    </div>
  )
}

export function DrawAreaButton() {
  if (draft.value.mode !== 'road') return null
  return (
    <button
      type="button"
      class="quiet"
      disabled={!canAddArea() || drawnCorners.value !== undefined}
      onClick={() => {
        showMapOnPhone()
        startDrawing()
      }}
    >
      <Icon name="area" /> Avoid area
    </button>
  )
}
