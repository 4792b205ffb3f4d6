import { useEffect } from 'preact/hooks'
import { AddCity } from '../../../add-map/add-city.tsx'
import { toLink } from '../../../state/page-location.ts'
import { formatMinutes } from '../../../ui/format.ts'
import { changeDraft, draft } from '../draft-state.ts'
import type { Mode } from '../plan.ts'
import { Icon, type IconName } from '../result/step-icon.tsx'
import { toDraft } from './examples.ts'
import { type RoadExample, roadExample } from './road-example.ts'

interface Suggestion {
  readonly title: string
  readonly text: string
  readonly icon: IconName
  readonly href: string
  /** Mode of the route. In this mode, the suggestion comes first. */
  readonly mode?: Mode
}

const suggestions: readonly Suggestion[] = [
  {
    title: 'Plan a delivery day',
    text: '15 stops, 3 vans, one shift',
    icon: 'van',
    href: toLink('optimise', { example: 'day' }),
  },
  {
    title: 'Fly around an airport',
    text: 'A drone flight that avoids an airport zone',
    icon: 'drone',
    href: toLink('plan', { example: 'airport' }),
    mode: 'drone',
  },
  {
    title: 'Ship to Singapore',
    text: 'Canals, straits and arrival time',
    icon: 'sea',
    href: toLink('plan', { example: 'ship' }),
    mode: 'sea',
  },
  {
    title: 'Follow a van live',
    text: 'A simulated van that leaves its route',
    icon: 'locate',
    href: toLink('live', { example: 'van' }),
  },
]

/** Suggests first steps until the user enters a stop. */
export function StartPanel() {
  const example = roadExample.value
  const { mode } = draft.value
  // The result replaces this panel, so the page scrolls back to the top.
  useEffect(() => () => document.getElementById('panel')?.scrollTo({ top: 0 }), [])
  return (
    <section class="start" aria-label="Start">
      {mode === 'road' && example !== undefined && <ExampleCard example={example} />}
      <h2>Try it</h2>
      {/* Without the key, a browser that snaps the row would keep the card that was first in the previous mode. */}
      <ul class="suggestion-links" key={mode}>
        {suggestions
          .toSorted((first, second) => rank(first, mode) - rank(second, mode))
          .map(({ title, text, icon, href }) => (
            <li key={title}>
              <a class="card" href={href}>
                <Icon name={icon} size={22} />
                <span>
                  <strong>{title}</strong>
                  <small>{text}</small>
                </span>
              </a>
            </li>
          ))}
      </ul>
      <AddCity />
    </section>
  )
}

function rank({ mode }: Suggestion, currentMode: Mode): number {
  return mode === currentMode ? 0 : 1
}

function ExampleCard({ example: { from, to, route } }: { readonly example: RoadExample }) {
  return (
    <button
      type="button"
      class="card example-card"
      onClick={() =>
        changeDraft(
          // The example keeps the selected profile, the options and the drawn areas.
          { ...draft.peek(), stops: toDraft('road', from, to).stops },
          { fitView: true, pushHistory: true },
        )
      }
    >
      <span class="way-top">
        <span class="figure">{formatMinutes(route.etaMin)}</span>
        <span class="way-far">{route.distanceText}</span>
      </span>
      <span>
        {from.label} → {to.label}
      </span>
      <small>The map shows an example. Open it to see steps, alternatives and options.</small>
    </button>
  )
}
