import type { Placed } from './find-addresses.ts'

export type Stop = Placed & {
  /** Stays the same when the stop is moved or renamed. */
  readonly key: number
  /** The user has not named the stop: its label comes from reverse geocoding. */
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
