import type { LocatedEntry } from './find-addresses.ts'

export type Stop = LocatedEntry & {
  /** Identifier that does not change when the stop is moved or renamed. */
  readonly key: number
  /** Whether the label comes from reverse geocoding because the user has not named the stop. */
  readonly isLookedUp?: boolean
}

let lastKey = 0

export function createStop(entry: LocatedEntry): Stop {
  lastKey += 1
  return { ...entry, key: lastKey }
}

export function updateStop(stops: readonly Stop[], key: number, change: Partial<Omit<Stop, 'key'>>): readonly Stop[] {
  return stops.map((stop) => (stop.key === key ? { ...stop, ...change } : stop))
}

export function removeStop(stops: readonly Stop[], key: number): readonly Stop[] {
  return stops.filter((stop) => stop.key !== key)
}

export function moveStop(stops: readonly Stop[], key: number, step: -1 | 1): readonly Stop[] {
  const from = stops.findIndex((stop) => stop.key === key)
  const [movedStop, neighbor] = [stops[from], stops[from + step]]
  if (movedStop === undefined || neighbor === undefined) return stops
  return stops.map((stop, index) => (index === from ? neighbor : index === from + step ? movedStop : stop))
}
