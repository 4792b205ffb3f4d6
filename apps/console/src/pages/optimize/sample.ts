import type { NearbyCategory, NearbyReply } from '@fairway/client'
import { seededRandom } from '@fairway/geo'
import type { LocatedEntry } from '../../entry/find-addresses.ts'
import { currentMap } from '../../map/current-map.ts'
import { findTownNearMap } from '../../map/town.ts'
import type { Point } from '../../points.ts'
import { callApi } from '../../state/calls.ts'

/** Categories of places that are next to roads and spread over a town. */
const sampleCategories: readonly NearbyCategory[] = ['fuel', 'hospital', 'hotel', 'police']
const SAMPLE_RADIUS_M = 6_000
/** Below this zoom level the map center can be anywhere, so the town of the loaded map is used. */
const TOWN_ZOOM = 11

/** Real places in the town, chosen at random. The same seed gives the same places. */
export async function findSampleStops(count: number, seed: number): Promise<readonly LocatedEntry[]> {
  const [lat, lon] = await findSampleCenter()
  const replies = await Promise.all(
    sampleCategories.map((category) =>
      callApi<NearbyReply>({
        method: 'GET',
        path: '/v1/nearby',
        query: { lat, lon, category, radius_m: SAMPLE_RADIUS_M, limit: 100 },
      }),
    ),
  )
  const places = new Map(replies.flatMap((reply) => reply.places.map((place) => [place.id, place])))
  return shuffle([...places.values()], seed)
    .slice(0, count)
    .map(({ at, name, address }) => ({
      at: [at[0], at[1]] as const,
      label: [name, [address?.street, address?.house_number].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    }))
}

async function findSampleCenter(): Promise<Point> {
  const map = currentMap.peek()
  if (map === undefined || map.getZoom() < TOWN_ZOOM) return await findTownNearMap()
  const { lat, lng } = map.getCenter().wrap()
  return [Number(lat.toFixed(5)), Number(lng.toFixed(5))]
}

/** Fisher–Yates shuffle. */
function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const shuffledItems = [...items]
  const random = seededRandom(seed)
  for (let index = shuffledItems.length - 1; index > 0; index--) {
    const swapIndex = Math.floor(random() * (index + 1))
    ;[shuffledItems[index], shuffledItems[swapIndex]] = [shuffledItems[swapIndex] as T, shuffledItems[index] as T]
  }
  return shuffledItems
}
