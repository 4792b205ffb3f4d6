import type { RouteIncident } from '@fairway/client'
import { fitPoints } from '../../../map/current-map.ts'
import { formatClockTime, formatMinutes } from '../../../ui/format.ts'
import { selectedRoute } from '../draft-state.ts'
import { formatKind, formatTitle } from '../incident-text.ts'
import { Icon } from './step-icon.tsx'
import { highlightedStep } from './step-list.tsx'

/** Lists the incidents on the route, in driving order. */
export function Incidents() {
  const incidents = selectedRoute.value?.incidents ?? []
  if (incidents.length === 0) return null
  return (
    <>
      <h2>Incidents</h2>
      <ul class="incidents">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <button
              type="button"
              class={`quiet step severity-${incident.severity}`}
              onClick={() => {
                highlightedStep.value = { at: incident.at, line: [] }
                fitPoints([incident.at], 16)
              }}
            >
              <Icon name="warning" size={22} />
              <span>
                {formatTitle(incident)}
                <small>{formatDetail(incident)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function formatDetail(incident: RouteIncident): string {
  const { kind, delay_min, ends_at } = incident
  return [
    formatTitle(incident) === formatKind(kind) ? '' : formatKind(kind),
    delay_min > 0.1 ? `${formatMinutes(delay_min)} delay` : '',
    ends_at === undefined ? '' : `until ${formatClockTime(ends_at)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
