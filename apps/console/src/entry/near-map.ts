import { currentMap } from '../map/current-map.ts'

/** Returns the map center, so that searches rank nearby results first. */
export function formatMapCenter(): string | undefined {
  const center = currentMap.peek()?.getCenter().wrap()
  if (center === undefined) return undefined
  const coordinates = `${center.lat.toFixed(4)},${center.lng.toFixed(4)}`
  // This is the map center before the map is moved anywhere. The service treats 0,0 as a missing position and rejects
  // it.
  return /^-?0\.0000,-?0\.0000$/.test(coordinates) ? undefined : coordinates
}
