import type { Point } from '../points.ts'
import { callApi } from '../state/calls.ts'
import { currentMap } from './current-map.ts'

interface Region {
  readonly name: string
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
}

/**
 * Returns the center of a town to drive in. The region at the map center is used, or else the first region. Regions are
 * named after towns and countries, so the name is geocoded: an inhabited area shows more than the center of the bounds.
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
