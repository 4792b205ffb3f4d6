import type { ExportedTour, SolutionResult } from '../../road/optimize/solution.ts'

const MANIFEST_STYLE = [
  'body{font:14px/1.4 system-ui,sans-serif;margin:24px;color:#111}',
  'section{break-after:page}section:last-of-type{break-after:auto}',
  'table{border-collapse:collapse;width:100%}',
  'th,td{border:1px solid #888;padding:4px 6px;text-align:left;vertical-align:top}',
  'thead{display:table-header-group}tr{break-inside:avoid}',
  '.break td{background:#eee}footer{margin-top:24px;font-size:12px;color:#555}',
].join('')

const columns = ['', 'Stop', 'Position', 'Arrive', 'Begin', 'Leave', 'Wait (min)', 'Load', 'Received by']

/** Returns a page for printing, with the visits and breaks of each tour on separate sheets. */
export function toManifest(result: SolutionResult, title: string): string {
  const { routes, stops, timeZone, attribution } = result
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escapeHtml(title)}</title><style>${MANIFEST_STYLE}</style></head><body>`,
    ...routes.map((route) => toSheet(route, stops, title, timeZone)),
    ...(routes.length === 0 ? [`<h1>${escapeHtml(title)}</h1><p>No vehicle has a tour.</p>`] : []),
    ...(attribution ? [`<footer>${escapeHtml(attribution)}</footer>`] : []),
    '</body></html>\n',
  ].join('\n')
}

function toSheet(route: ExportedTour, stops: SolutionResult['stops'], title: string, timeZone: string): string {
  const { vehicle, day, distance_km, duration_min, leaves_at, ends_at, visits, breaks = [] } = route
  const heading = `${title}: vehicle ${vehicle}${day === undefined ? '' : `, ${day}`}`
  const summary = `Leaves ${toLocalTime(leaves_at)}, ends ${toLocalTime(ends_at)} (${timeZone}). ${distance_km} km, ${Math.round(duration_min)} min, ${visits.length} ${visits.length === 1 ? 'visit' : 'visits'}.`
  const rows = Array.from({ length: visits.length + 1 }, (_, position) => {
    const visit = visits[position]
    const visitBreaks = breaks.filter(({ after_visits }) => after_visits === position)
    return [
      ...visitBreaks.map(
        ({ begins_at, duration_min: minutes }) =>
          `<tr class="break"><td></td><td colspan="${columns.length - 1}">Break at ${escapeHtml(toLocalTime(begins_at))}, ${minutes} min</td></tr>`,
      ),
      ...(visit ? [toRow(visit, position, stops)] : []),
    ]
  }).flat()
  const head = columns.map((column) => `<th>${column}</th>`).join('')
  return [
    `<section><h1>${escapeHtml(heading)}</h1><p>${escapeHtml(summary)}</p>`,
    `<table><thead><tr>${head}</tr></thead><tbody>`,
    ...rows,
    '</tbody></table></section>',
  ].join('\n')
}

function toRow(visit: ExportedTour['visits'][number], position: number, stops: SolutionResult['stops']): string {
  const cells = [
    position + 1,
    visit.stop,
    (stops[visit.stop] ?? []).join(', '),
    toLocalTime(visit.arrives_at),
    toLocalTime(visit.begins_at),
    toLocalTime(visit.leaves_at),
    Math.round(visit.waiting_min),
    (visit.load ?? []).join(' '),
    '',
  ]
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`
}

/** Returns the date and time of a local timestamp, such as 2026-11-18 08:30. */
function toLocalTime(timestamp: string): string {
  return timestamp.slice(0, 16).replace('T', ' ')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
