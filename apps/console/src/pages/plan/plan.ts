import type { Point } from '../../points.ts'

export const modes = ['road', 'drone', 'sea', 'av'] as const
export type Mode = (typeof modes)[number]

/** Origin, destination or via point. If neither `at` nor `name` is set, the stop is empty. */
export interface Stop {
  /** Identifier that does not change when the stop is moved. */
  readonly key: number
  readonly at?: Point
  /** Name of a port or passage that the service looks up. */
  readonly name?: string
  /** Label for the user. Empty until the address has been looked up. */
  readonly label: string
  /** Whether the label comes from reverse geocoding because the user has not named the stop. */
  readonly isLookedUp?: boolean
}

/** Values by field name. If a field is missing, the service default applies. */
type Options = Readonly<Record<string, string>>

/** A polygon that road routes must not enter. */
export interface Area {
  readonly corners: readonly Point[]
  /** Name that the user gave. Empty if there is none. */
  readonly name: string
  /** Whether the area is neither drawn nor avoided. */
  readonly isHidden: boolean
}

export interface RouteDraft {
  readonly mode: Mode
  /** Origin, via points and destination. There are always at least two stops. */
  readonly stops: readonly Stop[]
  readonly options: Readonly<Record<Mode, Options>>
  /** Areas to avoid, which only road routes use. */
  readonly areas: readonly Area[]
  /** Index of the selected route in the reply. Index 0 is the best route. */
  readonly routeIndex: number
}

let lastKey = 0

export function createStop(fields: Omit<Stop, 'key'> = { label: '' }): Stop {
  lastKey += 1
  return { key: lastKey, ...fields }
}

export function createEmptyDraft(mode: Mode = 'road'): RouteDraft {
  return {
    mode,
    stops: [createStop(), createStop()],
    options: { road: {}, drone: {}, sea: {}, av: {} },
    areas: [],
    routeIndex: 0,
  }
}

export function isStopSet(stop: Stop): boolean {
  return stop.at !== undefined || stop.name !== undefined
}

/** Returns whether the origin and the destination are set. An empty via point does not block the request. */
export function isComplete({ stops }: RouteDraft): boolean {
  const [first, last] = [stops[0], stops.at(-1)]
  return first !== undefined && last !== undefined && isStopSet(first) && isStopSet(last)
}

export function updateStop(draft: RouteDraft, key: number, fields: Omit<Stop, 'key'>): RouteDraft {
  return { ...draft, stops: draft.stops.map((stop) => (stop.key === key ? { key, ...fields } : stop)), routeIndex: 0 }
}

/** Inserts a via point before the stop at this index. */
export function insertVia(draft: RouteDraft, position: number, stop: Stop): RouteDraft {
  const index = Math.min(Math.max(1, position), draft.stops.length - 1)
  return { ...draft, stops: [...draft.stops.slice(0, index), stop, ...draft.stops.slice(index)], routeIndex: 0 }
}

/** Clears the origin or destination, or removes a via point. */
export function removeStop(draft: RouteDraft, key: number): RouteDraft {
  const position = draft.stops.findIndex((stop) => stop.key === key)
  const isEndpoint = position === 0 || position === draft.stops.length - 1
  if (isEndpoint && draft.stops.length === 2) return updateStop(draft, key, { label: '' })
  return { ...draft, stops: draft.stops.filter((stop) => stop.key !== key), routeIndex: 0 }
}

export function moveStop(draft: RouteDraft, key: number, step: -1 | 1): RouteDraft {
  const from = draft.stops.findIndex((stop) => stop.key === key)
  const [movedStop, neighbor] = [draft.stops[from], draft.stops[from + step]]
  if (movedStop === undefined || neighbor === undefined) return draft
  const stops = draft.stops.map((stop, index) => (index === from ? neighbor : index === from + step ? movedStop : stop))
  return { ...draft, stops, routeIndex: 0 }
}

export function reverseStops(draft: RouteDraft): RouteDraft {
  return { ...draft, stops: [...draft.stops].reverse(), routeIndex: 0 }
}

export function setOption(draft: RouteDraft, name: string, value: string): RouteDraft {
  const { [name]: _, ...others } = draft.options[draft.mode]
  const options = value === '' ? others : { ...others, [name]: value }
  return { ...draft, options: { ...draft.options, [draft.mode]: options }, routeIndex: 0 }
}

export function createArea(corners: readonly Point[]): Area {
  return { corners, name: '', isHidden: false }
}

/** Returns the areas that the route avoids. */
export function listAvoidedAreas({ mode, areas }: RouteDraft): readonly Area[] {
  return mode === 'road' ? areas.filter(({ isHidden }) => !isHidden) : []
}

/** Returns the name of an area, or its number if it has no name. */
export function toAreaTitle(areas: readonly Area[], index: number): string {
  return areas[index]?.name || `area ${index + 1}`
}

export function setAreas(draft: RouteDraft, areas: readonly Area[]): RouteDraft {
  return { ...draft, areas, routeIndex: 0 }
}

/**
 * Changes the mode. Only sea routes accept names, so other modes replace a port with its position or clear the stop.
 */
export function setMode(draft: RouteDraft, mode: Mode, findPosition: (stop: Stop) => Point | undefined): RouteDraft {
  const stops = draft.stops.map((stop) => {
    if (mode === 'sea' || stop.name === undefined) return stop
    const position = findPosition(stop)
    return position === undefined ? createStop() : { key: stop.key, at: position, label: stop.label }
  })
  return { ...draft, mode, stops, routeIndex: 0 }
}

/** Returns the badge on the pin: A for the origin, B for the destination, and numbers for via points. */
export function toStopBadge(position: number, count: number): string {
  if (position === 0) return 'A'
  return position === count - 1 ? 'B' : String(position)
}

export function toStopTitle(position: number, count: number): string {
  if (position === 0) return 'From'
  return position === count - 1 ? 'To' : `Via ${position}`
}
