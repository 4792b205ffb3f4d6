import { type Position, seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { capAround } from './geometry/cap.ts'
import { metersBetween, toVector } from './geometry/ellipsoid.ts'
import { makeSky } from './sky.ts'
import { block, circle, drawCorridor, drawZone } from './testing/draw-zones.ts'

test('finds the zones that reach a position, everywhere on earth', () => {
  const random = seededRandom(12)
  const place = (): Position => [(Math.asin(random() * 2 - 1) * 180) / Math.PI, random() * 360 - 180]
  const zones = Array.from({ length: 3000 }, (_, at) => ({ at: place(), radius: random() * 300_000, id: `${at}` }))
  const sky = makeSky(zones.map(({ at, radius, id }) => drawZone(id, circle(at, radius))))
  const places: Position[] = [[90, 0], [-90, 50], [0, 180], [0, -180], ...Array.from({ length: 100 }, place)]
  for (const center of places) {
    const found = new Set(sky.zonesNear(capAround(toVector(center), 50_000)).map(({ zone }) => zone.id))
    for (const { at, radius, id } of zones) {
      if (metersBetween(toVector(at), toVector(center)) <= radius + 50_000)
        expect(found.has(id), `${center} ${id}`).toBe(true)
    }
    expect(found.size).toBeLessThan(500)
  }
})

test('finds every volume separately, in the given order, and corridors too', () => {
  const here: Position = [10, 10]
  const low = drawZone('low', block(here, -100, -100, 100, 100))
  const zone = { ...low, volumes: [...low.volumes, { ...low.volumes[0], outline: circle([50, 50], 10) }] }
  const sky = makeSky([zone, drawZone('b', circle(here, 10))], [drawCorridor('c', [here, [10.1, 10.1]])])
  const near = capAround(toVector(here), 10)
  expect(sky.zonesNear(near).map(({ zone: { id } }) => id)).toEqual(['low', 'b'])
  expect(sky.corridorsNear(near).map(({ id }) => id)).toEqual(['c'])
  expect(sky.corridorsNear(capAround(toVector([0, 0]), 10))).toEqual([])
  expect(makeSky([]).zonesNear(near)).toEqual([])
  expect([sky.zoneCount, sky.corridorCount]).toEqual([2, 1])
})
