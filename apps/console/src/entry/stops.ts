import type { Placed } from './find-addresses.ts'

export type Stop = Placed & {
  /** Stays the same while the stop is moved and renamed. */
  readonly key: number
  /** Nobody has named it: its label is what is found at its point. */
  readonly isLookedUp?: boolean
}

let last = 0

export function newStop(placed: Placed): Stop {
  last += 1
  return { ...placed, key: last }
}

export function withChange(stops: readonly Stop[], key: number, change: Partial<Omit<Stop, 'key'>>): readonly Stop[] {
  return stops.map((stop) => (stop.key === key ? { ...stop, ...change } : stop))
}

export function withoutStop(stops: readonly Stop[], key: number): readonly Stop[] {
  return stops.filter((stop) => stop.key !== key)
}

export function withMoved(stops: readonly Stop[], key: number, by: -1 | 1): readonly Stop[] {
  const from = stops.findIndex((stop) => stop.key === key)
  const [here, there] = [stops[from], stops[from + by]]
  if (here === undefined || there === undefined) return stops
  return stops.map((stop, index) => (index === from ? there : index === from + by ? here : stop))
}
