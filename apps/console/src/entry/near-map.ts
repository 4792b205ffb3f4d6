import { theMap } from '../map/the-map.ts'

/** The middle of the map, for what is searched for: what is near it comes first. */
export function nearMap(): string | undefined {
  const center = theMap.peek()?.getCenter().wrap()
  if (center === undefined) return undefined
  const text = `${center.lat.toFixed(4)},${center.lng.toFixed(4)}`
  // Where a map is before it was moved anywhere: the service takes it for a missing position, and refuses it.
  return /^-?0\.0000,-?0\.0000$/.test(text) ? undefined : text
}
