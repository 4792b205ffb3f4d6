import { formatPlace, parseName } from '../../entry/name-in-url.ts'
import { parsePoint } from '../../points.ts'
import { formatAreas, parseAreas } from './areas/areas.ts'
import { listFields } from './options/fields.ts'
import { createEmptyDraft, createStop, isStopSet, type Mode, modes, type RouteDraft, type Stop } from './plan.ts'

/** Returns the URL parameters of the request, so that everyone who opens the link sees the same result. */
export function toQuery(draft: RouteDraft): Record<string, string> {
  const [from, to] = [draft.stops[0], draft.stops.at(-1)]
  const via = draft.stops.slice(1, -1).filter(isStopSet).map(formatStop)
  return {
    mode: draft.mode,
    ...(from !== undefined && isStopSet(from) ? { from: formatStop(from) } : {}),
    ...(via.length > 0 ? { via: via.join(';') } : {}),
    ...(to !== undefined && isStopSet(to) ? { to: formatStop(to) } : {}),
    ...draft.options[draft.mode],
    ...(draft.areas.length > 0 ? { areas: formatAreas(draft.areas) } : {}),
    ...(draft.routeIndex > 0 ? { way: String(draft.routeIndex) } : {}),
  }
}

/** Parses the valid parts of a link and ignores the rest, because users edit and truncate links. */
export function fromQuery(query: URLSearchParams): RouteDraft {
  const mode = parseMode(query)
  const via = (query.get('via') ?? '').split(';').flatMap((stopParam) => {
    const stop = parseStop(stopParam, mode)
    return isStopSet(stop) ? [stop] : []
  })
  const options = Object.fromEntries(
    listFields(mode).flatMap(({ name }) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const routeIndex = Number(query.get('way') ?? 0)
  const emptyDraft = createEmptyDraft(mode)
  return {
    mode,
    stops: [parseStop(query.get('from') ?? '', mode), ...via, parseStop(query.get('to') ?? '', mode)],
    options: { ...emptyDraft.options, [mode]: options },
    areas: parseAreas(query.get('areas') ?? ''),
    routeIndex: Number.isInteger(routeIndex) && routeIndex > 0 && routeIndex < 10 ? routeIndex : 0,
  }
}

/** Returns whether the URL contains a request. If it contains none, the page keeps the previous request. */
export function hasDraft(query: URLSearchParams): boolean {
  return ['mode', 'from', 'to', 'via'].some((name) => query.has(name))
}

/** Returns the parts of the link that are not places, as written. */
export function listUnreadableStops(query: URLSearchParams): readonly string[] {
  const mode = parseMode(query)
  const stopParams = [query.get('from'), ...(query.get('via') ?? '').split(';'), query.get('to')]
  return stopParams.flatMap((stopParam) =>
    stopParam === null || stopParam.trim() === '' || isStopSet(parseStop(stopParam, mode)) ? [] : [stopParam],
  )
}

function parseMode(query: URLSearchParams): Mode {
  return modes.find((candidate) => candidate === query.get('mode')) ?? 'road'
}

function formatStop({ at, name, label, isLookedUp = false }: Stop): string {
  return at === undefined ? (name ?? '').replaceAll(';', ' ') : formatPlace({ at, label, isLookedUp })
}

function parseStop(stopParam: string, mode: Mode): Stop {
  const [, coordinates = stopParam, called = ''] = /^([^,]*,[^,]*),(.*)$/.exec(stopParam) ?? []
  const labeledPosition = parsePoint(coordinates)
  if (labeledPosition !== undefined) return createStop({ at: labeledPosition, label: parseName(called).trim() })
  const position = parsePoint(stopParam)
  if (position !== undefined) return createStop({ at: position, label: '' })
  const name = stopParam.trim()
  return name === '' || mode !== 'sea' ? createStop() : createStop({ name, label: name })
}
