import type { Point } from '../../points.ts'

export const modes = ['road', 'drone', 'sea', 'av'] as const
export type Mode = (typeof modes)[number]

/** The origin, the destination or a via point. If neither `at` nor `name` is set, the stop is still empty. */
export interface Stop {
  /** Identifies the stop while it is moved. */
  readonly key: number
  readonly at?: Point
  /** A port or passage that the service finds by name. */
  readonly name?: string
  /** Label for the user. Empty until the address is known. */
  readonly label: string
  /** The user has not named the stop: its label comes from reverse geocoding. */
  readonly isLookedUp?: boolean
}

/** Values by field name. A missing field has the service default. */
export type Options = Readonly<Record<string, string>>

export interface Plan {
  readonly mode: Mode
  /** Origin, via points, destination: always at least two. */
  readonly stops: readonly Stop[]
  readonly options: Readonly<Record<Mode, Options>>
  /** Index of the selected route in the reply; 0 is the best. */
  readonly way: number
}

let lastKey = 0

export function newStop(given: Omit<Stop, 'key'> = { label: '' }): Stop {
  lastKey += 1
  return { key: lastKey, ...given }
}

export function emptyPlan(mode: Mode = 'road'): Plan {
  return { mode, stops: [newStop(), newStop()], options: { road: {}, drone: {}, sea: {}, av: {} }, way: 0 }
}

export function isSet(stop: Stop): boolean {
  return stop.at !== undefined || stop.name !== undefined
}

/** Whether origin and destination are set. An empty via point does not block the request. */
export function isComplete({ stops }: Plan): boolean {
  const [first, last] = [stops[0], stops.at(-1)]
  return first !== undefined && last !== undefined && isSet(first) && isSet(last)
}

export function withStop(plan: Plan, key: number, given: Omit<Stop, 'key'>): Plan {
  return { ...plan, stops: plan.stops.map((stop) => (stop.key === key ? { key, ...given } : stop)), way: 0 }
}

/** Inserts a via point before the stop at this index. */
export function withVia(plan: Plan, position: number, stop: Stop): Plan {
  const at = Math.min(Math.max(1, position), plan.stops.length - 1)
  return { ...plan, stops: [...plan.stops.slice(0, at), stop, ...plan.stops.slice(at)], way: 0 }
}

/** Clears the origin or destination; removes a via point. */
export function withoutStop(plan: Plan, key: number): Plan {
  const position = plan.stops.findIndex((stop) => stop.key === key)
  const isEnd = position === 0 || position === plan.stops.length - 1
  if (isEnd && plan.stops.length === 2) return withStop(plan, key, { label: '' })
  return { ...plan, stops: plan.stops.filter((stop) => stop.key !== key), way: 0 }
}

export function withMoved(plan: Plan, key: number, by: -1 | 1): Plan {
  const from = plan.stops.findIndex((stop) => stop.key === key)
  const [moved, other] = [plan.stops[from], plan.stops[from + by]]
  if (moved === undefined || other === undefined) return plan
  const stops = plan.stops.map((stop, index) => (index === from ? other : index === from + by ? moved : stop))
  return { ...plan, stops, way: 0 }
}

export function turnedAround(plan: Plan): Plan {
  return { ...plan, stops: [...plan.stops].reverse(), way: 0 }
}

export function withOption(plan: Plan, name: string, value: string): Plan {
  const { [name]: _, ...others } = plan.options[plan.mode]
  const options = value === '' ? others : { ...others, [name]: value }
  return { ...plan, options: { ...plan.options, [plan.mode]: options }, way: 0 }
}

/** Only sea routes accept names. In other modes a port becomes the point where it was found, if any. */
export function withMode(plan: Plan, mode: Mode, placeOf: (stop: Stop) => Point | undefined): Plan {
  const stops = plan.stops.map((stop) => {
    if (mode === 'sea' || stop.name === undefined) return stop
    const at = placeOf(stop)
    return at === undefined ? newStop() : { key: stop.key, at, label: stop.label }
  })
  return { ...plan, mode, stops, way: 0 }
}

/** The sign on the pin: A and B, with numbers in between. */
export function signOf(position: number, count: number): string {
  if (position === 0) return 'A'
  return position === count - 1 ? 'B' : String(position)
}

export function titleOf(position: number, count: number): string {
  if (position === 0) return 'From'
  return position === count - 1 ? 'To' : `Via ${position}`
}
