import { distanceMeters } from '@fairway/geo'
import {
  countEntries,
  findNearestEntries,
  getKind,
  getPosition,
  hasCategory,
  type PlaceIndex,
  placeCategories,
  toMask,
} from '@fairway/places'
import { pick } from '@fairway/places/testing'

const LIMIT = 20
const RADIUS_METERS = 2000

/**
 * Compares the nearby results of every category around random positions with a full scan. Returns the number of queries
 * and the number of differences.
 */
export function compareNearby(index: PlaceIndex, random: () => number, centers: number) {
  const entries = Array.from({ length: countEntries(index) }, (_, entry) => entry)
  // Streets and settlements have no category, so a nearby search does not return them.
  const isNearbyPlace = (entry: number) => (index.entries.category[entry] ?? 0) !== 0 || getKind(index, entry) === 'poi'
  const known = entries.filter(isNearbyPlace)
  let asked = 0
  let different = 0
  for (let made = 0; made < centers; made++) {
    const near = getPosition(index, pick(random, known.length > 0 ? known : entries))
    const center = {
      latitude: near.latitude + (random() - 0.5) / 50,
      longitude: near.longitude + (random() - 0.5) / 50,
    }
    const far = new Map(
      known.map((entry) => {
        const at = getPosition(index, entry)
        return [entry, distanceMeters(center.latitude, center.longitude, at.latitude, at.longitude)] as const
      }),
    )
    for (const category of placeCategories) {
      const accepts = (entry: number) => isNearbyPlace(entry) && hasCategory(index, entry, toMask(category))
      const found = findNearestEntries(index, center, { limit: LIMIT, radiusMeters: RADIUS_METERS, accepts })
      const expected = known
        .filter((entry) => accepts(entry) && (far.get(entry) ?? 0) <= RADIUS_METERS)
        .sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0) || a - b)
        .slice(0, LIMIT)
      asked++
      if (found.length !== expected.length || found.some(({ entry }, at) => entry !== expected[at])) different++
    }
  }
  return { asked, different }
}
