import type { Point } from '../points.ts'
import { callApi } from '../state/calls.ts'
import { currentMap } from './current-map.ts'

interface Region {
  readonly name: string
  /** Bounds in degrees: west, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
}

/**
 * Returns the center of a town to use in examples. The town belongs to the region at the map center, or to the first
 * region. The name of the region is geocoded, because the center of its bounds may be uninhabited.
 */
export async function findTownNearMap(): Promise<Point> {
  const mapCenter = currentMap.peek()?.getCenter().wrap()
  const center: Point = mapCenter === undefined ? [0, 0] : [mapCenter.lat, mapCenter.lng]
  const { regions } = await callApi<{ readonly regions: readonly Region[] }>({
    method: 'GET',
    path: '/tiles/map.json',
  }).catch(() => ({ regions: [] }))
  const region = regions.find((candidate) => isWithin(center, candidate)) ?? regions[0]
  if (region === undefined) return center
  const [west, south, east, north] = region.bounds
  const regionCenter: Point = [(south + north) / 2, (west + east) / 2]
  const townPosition = await geocodeTown(region.name.split(/[/_-]/).at(-1) ?? region.name, regionCenter)
  return townPosition !== undefined && isWithin(townPosition, region) ? townPosition : regionCenter
}

async function geocodeTown(name: string, biasPoint: Point): Promise<Point | undefined> {
  const query = { q: name, limit: 1, near: biasPoint.map((degrees) => degrees.toFixed(4)).join(',') }
  const reply = await callApi<{ readonly results: readonly { readonly at: Point }[] }>({
    method: 'GET',
    path: '/v1/geocode',
    query,
  }).catch(() => undefined)
  return reply?.results[0]?.at
}

function isWithin([latitude, longitude]: Point, { bounds: [west, south, east, north] }: Region): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
