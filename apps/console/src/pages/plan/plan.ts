import type { Point } from '../../points.ts'

export const modes = ['road', 'drone', 'sea', 'av'] as const
export type Mode = (typeof modes)[number]

/** One end of the trip, or a place in between. Neither `at` nor `name`: the user has not said yet. */
export interface Stop {
  /** Tells stops apart while they are moved around. */
  readonly key: number
  readonly at?: Point
  /** A port, a passage: what the service finds by its name. */
  readonly name?: string
  /** What people read; empty until somebody knows the address. */
  readonly label: string
  /** Nobody has named it: its label is what is found at its point. */
  readonly isLookedUp?: boolean
}

/** By the name of the field; what is not there has the default of the service. */
export type Options = Readonly<Record<string, string>>

export interface Plan {
  readonly mode: Mode
  /** From, places in between, to: always two at least. */
  readonly stops: readonly Stop[]
  readonly options: Readonly<Record<Mode, Options>>
  /** Which of the ways in the answer is looked at; 0 is the best. */
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

/** All that are given; a place in between that is still empty does not hold up the rest. */
export function isComplete({ stops }: Plan): boolean {
  const [first, last] = [stops[0], stops.at(-1)]
  return first !== undefined && last !== undefined && isSet(first) && isSet(last)
}

export function withStop(plan: Plan, key: number, given: Omit<Stop, 'key'>): Plan {
  return { ...plan, stops: plan.stops.map((stop) => (stop.key === key ? { key, ...given } : stop)), way: 0 }
}

/** Puts a place in between, before the stop that is now at this position. */
export function withVia(plan: Plan, position: number, stop: Stop): Plan {
  const at = Math.min(Math.max(1, position), plan.stops.length - 1)
  return { ...plan, stops: [...plan.stops.slice(0, at), stop, ...plan.stops.slice(at)], way: 0 }
}

/** An end only becomes empty; a place in between goes. */
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

/** Only the sea knows names: elsewhere a port is the point where it was found, if it was. */
export function withMode(plan: Plan, mode: Mode, placeOf: (stop: Stop) => Point | undefined): Plan {
  const stops = plan.stops.map((stop) => {
    if (mode === 'sea' || stop.name === undefined) return stop
    const at = placeOf(stop)
    return at === undefined ? newStop() : { key: stop.key, at, label: stop.label }
  })
  return { ...plan, mode, stops, way: 0 }
}

/** What stands on the pin: A and B, with numbers in between. */
export function signOf(position: number, count: number): string {
  if (position === 0) return 'A'
  return position === count - 1 ? 'B' : String(position)
}

export function titleOf(position: number, count: number): string {
  if (position === 0) return 'From'
  return position === count - 1 ? 'To' : `Via ${position}`
}
