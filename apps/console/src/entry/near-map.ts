import { currentMap } from '../map/current-map.ts'

/** Returns the map center as `lat,lon`, so that searches rank nearby results first. */
export function formatMapCenter(): string | undefined {
  const center = currentMap.peek()?.getCenter().wrap()
  if (center === undefined) return undefined
  const coordinates = `${center.lat.toFixed(4)},${center.lng.toFixed(4)}`
  // 0,0 is the map center before the map moves to a region. The service rejects 0,0 because it usually means a missing
  // position.
  return /^-?0\.0000,-?0\.0000$/.test(coordinates) ? undefined : coordinates
}
