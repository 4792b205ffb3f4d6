import type { Point } from '../points.ts'
import { ask } from '../state/calls.ts'
import { theMap } from './the-map.ts'

interface Region {
  readonly name: string
  /** West, south, east, north. */
  readonly bounds: readonly [number, number, number, number]
}

/**
 * Returns the center of a town to drive in, from the visible map or else the first one. Regions are named after towns
 * and countries, and inhabited areas show more than the center of the bounds.
 */
export async function findTown(): Promise<Point> {
  const seen = theMap.peek()?.getCenter().wrap()
  const center: Point = seen === undefined ? [0, 0] : [seen.lat, seen.lng]
  const { regions } = await ask<{ readonly regions: readonly Region[] }>({
    method: 'GET',
    path: '/tiles/map.json',
  }).catch(() => ({ regions: [] }))
  const region = regions.find((one) => isWithin(center, one)) ?? regions[0]
  if (region === undefined) return center
  const [west, south, east, north] = region.bounds
  const middle: Point = [(south + north) / 2, (west + east) / 2]
  const named = await geocode(region.name.split(/[/_-]/).at(-1) ?? region.name, middle)
  return named !== undefined && isWithin(named, region) ? named : middle
}

async function geocode(name: string, near: Point): Promise<Point | undefined> {
  const query = { q: name, limit: 1, near: near.map((degrees) => degrees.toFixed(4)).join(',') }
  const found = await ask<{ readonly results: readonly { readonly at: Point }[] }>({
    method: 'GET',
    path: '/v1/geocode',
    query,
  }).catch(() => undefined)
  return found?.results[0]?.at
}

function isWithin([latitude, longitude]: Point, { bounds: [west, south, east, north] }: Region): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
