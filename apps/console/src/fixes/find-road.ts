import { flatDistanceMeters, rulerAt } from '@fairway/geo'
import { type Point, roundPoint } from '../points.ts'
import { CallError, callApi } from '../state/calls.ts'
import { type LoadedRegion, loadedMaps } from '../state/loaded-maps.ts'

/** Distance up to which a road is searched, in meters. */
const MAX_METERS = 25_000
/**
 * Rings around the point, with the number of searches on each. One search covers a kilometer, so the searches of the
 * outer rings leave gaps, which matter little because roads are rarely isolated.
 */
const rings: readonly (readonly [meters: number, searches: number])[] = [
  [0, 1],
  [1_500, 8],
  [3_000, 10],
  [6_000, 12],
  [12_000, 16],
  [MAX_METERS, 20],
]

/** Finds the road near one position. Returns undefined if there is none. */
type FindRoadAt = (at: Point) => Promise<Point | undefined>

/**
 * Finds the nearest road, even beyond the distance at which the service snaps points to roads. Positions outside the
 * maps are not searched.
 */
export async function findNearestRoad(
  at: Point,
  regions: readonly LoadedRegion[],
  findRoadAt: FindRoadAt,
): Promise<Point | undefined> {
  for (const [meters, searches] of rings) {
    const positions = listRing(at, meters, searches).filter((position) => isInRegions(position, regions))
    const roads = (await Promise.all(positions.map(findRoadAt))).filter((road) => road !== undefined)
    const [nearest] = roads.toSorted((first, second) => metersBetween(at, first) - metersBetween(at, second))
    if (nearest !== undefined) return nearest
  }
  return undefined
}

/** Finds the nearest road on the loaded maps, or throws an error for the user. */
export async function getNearestRoad(at: Point, profile = 'car'): Promise<Point> {
  const findRoadAt = async (point: Point): Promise<Point | undefined> => {
    const body = { point, ...(profile === 'car' ? {} : { profile }) }
    try {
      const { roads } = await callApi<{ readonly roads: readonly { readonly at: Point }[] }>({
        method: 'POST',
        path: '/v1/nearest',
        body,
      })
      return roads[0]?.at
    } catch (error) {
      if (error instanceof CallError && error.status === 422) return undefined
      throw error
    }
  }
  const road = await findNearestRoad(at, loadedMaps.peek()?.regions ?? [], findRoadAt)
  if (road === undefined) throw new CallError(404, `No road was found within ${MAX_METERS / 1_000} km.`)
  return road
}

/** Returns whether a loaded map is so near that a road can be found. */
export function isNearMaps(at: Point): boolean {
  return (loadedMaps.peek()?.regions ?? []).some(({ bounds: [west, south, east, north] }) => {
    const inside: Point = [Math.max(south, Math.min(north, at[0])), Math.max(west, Math.min(east, at[1]))]
    return metersBetween(at, inside) <= MAX_METERS
  })
}

function listRing([latitude, longitude]: Point, meters: number, count: number): readonly Point[] {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count
    return roundPoint([
      latitude + (meters * Math.cos(angle)) / perLatitudeDegree,
      longitude + (meters * Math.sin(angle)) / perLongitudeDegree,
    ])
  })
}

function isInRegions([latitude, longitude]: Point, regions: readonly LoadedRegion[]): boolean {
  return regions.some(
    ({ bounds: [west, south, east, north] }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  )
}

function metersBetween(a: Point, b: Point): number {
  return flatDistanceMeters(a[0], a[1], b[0], b[1])
}
