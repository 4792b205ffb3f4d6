import { flatDistanceMeters } from '@fairway/geo'
import { expect, test } from 'vitest'
import type { Point } from '../points.ts'
import { findNearestRoad } from './find-road.ts'

const region = { name: 'monaco', bounds: [7.3, 43.6, 7.5, 43.8] } as const
/** A straight road that leads north at this longitude. A search covers one kilometer. */
const roadAt = (longitude: number, searched: Point[] = []) => {
  return async (at: Point): Promise<Point | undefined> => {
    searched.push(at)
    const road: Point = [at[0], longitude]
    return flatDistanceMeters(at[0], at[1], road[0], road[1]) <= 1_000 ? road : undefined
  }
}

test('finds the nearest road beyond the distance of one search', async () => {
  const from: Point = [43.7, 7.36]
  const road = await findNearestRoad(from, [region], roadAt(7.39))
  expect(road?.[1]).toBe(7.39)
  expect(flatDistanceMeters(...from, ...(road ?? from))).toBeLessThan(3_500)
})

test('stops at the first ring with a road', async () => {
  const searched: Point[] = []
  await findNearestRoad([43.7, 7.4], [region], roadAt(7.4, searched))
  expect(searched).toHaveLength(1)
})

test('searches only on the maps, and finds nothing far away from them', async () => {
  const searched: Point[] = []
  expect(await findNearestRoad([43.7, 7.51], [region], roadAt(7.495, searched))).toBeDefined()
  expect(searched.every(([, longitude]) => longitude <= 7.5)).toBe(true)
  const others: Point[] = []
  expect(await findNearestRoad([48, 16], [region], roadAt(16, others))).toBeUndefined()
  expect(others).toEqual([])
})
