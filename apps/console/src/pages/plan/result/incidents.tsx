import type { RouteIncident } from '@fairway/client'
import { showAll } from '../../../map/the-map.ts'
import { clockTime, minutes } from '../../../ui/measures.ts'
import { kindText, titleOf } from '../incident-words.ts'
import { chosen } from '../plan-state.ts'
import { Icon } from './step-icon.tsx'
import { pointedAt } from './step-list.tsx'

/** Incidents on the route, in order. */
export function Incidents() {
  const incidents = chosen.value?.incidents ?? []
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
                pointedAt.value = { at: incident.at, line: [] }
                showAll([incident.at], 16)
              }}
            >
              <Icon name="warning" size={22} />
              <span>
                {titleOf(incident)}
                <small>{detailOf(incident)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function detailOf(incident: RouteIncident): string {
  const { kind, delay_min, ends_at } = incident
  return [
    titleOf(incident) === kindText(kind) ? '' : kindText(kind),
    delay_min > 0.1 ? `${minutes(delay_min)} delay` : '',
    ends_at === undefined ? '' : `until ${clockTime(ends_at)}`,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}
