import type { Guide } from '../guides/guide-library.ts'
import { emptyHtml, type Html, html } from './html.ts'

/** Guides that new users need most, each with a short description. */
const tasks: readonly (readonly [path: string, text: string])[] = [
  ['guides/console', 'Try every kind of route on the map, without code.'],
  ['guides/road/routes', 'Cars, trucks, bicycles and pedestrians, with steps and alternatives.'],
  ['guides/road/optimize', 'The best order of stops for one or many vehicles.'],
  ['guides/tracking/tracking', 'Live positions, arrival times and reroutes.'],
  ['guides/air/drone', 'Flights that avoid no-fly zones and stay in range.'],
  ['guides/sea/maritime', 'Voyages through canals and straits, for any draft.'],
  ['guides/places/geocoding', 'Search for addresses, places and ports.'],
  ['guides/embed', 'A map or a route with one script tag.'],
]

/** Renders links to the first guides. An installation without guides has no links. */
export function renderTasks(guides: readonly Guide[], basePath: string): Html {
  const cards = tasks.flatMap(([path, text]) => {
    const guide = guides.find((candidate) => candidate.path === path)
    if (guide === undefined) return []
    return [html`<li><a href="${basePath}/docs/${path}"><strong>${guide.title}</strong><span>${text}</span></a>`]
  })
  return cards.length === 0 ? emptyHtml : html`<ul class="tasks" aria-label="Guides to start with">${cards}</ul>`
}
