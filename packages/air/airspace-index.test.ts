import { type Position, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { buildAirspaceIndex } from './airspace-index.ts'
import { makeCap } from './geometry/cap.ts'
import { metersBetween, toVector } from './geometry/ellipsoid.ts'
import { makeCircle, makeCorridor, makeRectangle, makeZone } from './testing/draw-zones.ts'

test('finds the zones that reach a position, everywhere on earth', () => {
  const random = seededRandom(12)
  const randomPosition = (): Position => [(Math.asin(random() * 2 - 1) * 180) / Math.PI, random() * 360 - 180]
  const zones = Array.from({ length: 3000 }, (_, at) => ({
    at: randomPosition(),
    radius: random() * 300_000,
    id: `${at}`,
  }))
  const sky = buildAirspaceIndex(zones.map(({ at, radius, id }) => makeZone(id, makeCircle(at, radius))))
  const positions: Position[] = [
    [90, 0],
    [-90, 50],
    [0, 180],
    [0, -180],
    ...Array.from({ length: 100 }, randomPosition),
  ]
  for (const center of positions) {
    const zoneIds = new Set(sky.zonesNear(makeCap(toVector(center), 50_000)).map(({ zone }) => zone.id))
    for (const { at, radius, id } of zones) {
      if (metersBetween(toVector(at), toVector(center)) <= radius + 50_000)
        expect(zoneIds.has(id), `${center} ${id}`).toBe(true)
    }
    expect(zoneIds.size).toBeLessThan(500)
  }
})

test('finds every volume separately, in the given order, and corridors too', () => {
  const position: Position = [10, 10]
  const low = makeZone('low', makeRectangle(position, -100, -100, 100, 100))
  const zone = { ...low, volumes: [...low.volumes, { ...low.volumes[0], outline: makeCircle([50, 50], 10) }] }
  const sky = buildAirspaceIndex(
    [zone, makeZone('b', makeCircle(position, 10))],
    [makeCorridor('c', [position, [10.1, 10.1]])],
  )
  const near = makeCap(toVector(position), 10)
  expect(sky.zonesNear(near).map(({ zone: { id } }) => id)).toEqual(['low', 'b'])
  expect(sky.corridorsNear(near).map(({ id }) => id)).toEqual(['c'])
  expect(sky.corridorsNear(makeCap(toVector([0, 0]), 10))).toEqual([])
  expect(buildAirspaceIndex([]).zonesNear(near)).toEqual([])
  expect([sky.zoneCount, sky.corridorCount]).toEqual([2, 1])
})
