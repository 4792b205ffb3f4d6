import { flatDistanceMeters } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import { findOnPath } from './find-on-path.ts'
import { bearingOnPath, pointOnPath } from './point-on-path.ts'
import { RouteTracer } from './route-tracer.ts'
import { lineOf, lineThrough } from './testing/lines.ts'
import { positionAt, randomPositionOn } from './testing/positions.ts'
import { randomPlan, randomTown } from './testing/towns.ts'
import { endOfPath, isAtOrBefore, pathUpTo, startOfPath } from './traced-path.ts'

/** Tolerance in meters, because the first of several passes at about the same distance is chosen. */
const WAVER_METERS = 10.2

describe.each([1, 2, 3].map(randomTown))('$name', (town) => {
  const { network } = town.map
  const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))
  const paths = Array.from({ length: 100 }, () => {
    const plan = randomPlan(town, 0)
    const trace = plan && tracer.trace(lineOf(network, plan.legs))
    return trace?.kind === 'exact' ? trace.path : undefined
  }).filter((path) => !!path)

  test('returns the coordinates of a path position, and the ends of the line at the ends of the path', () => {
    for (const path of paths) {
      const place = randomPositionOn(network, path, town.random)
      const { latitude, longitude } = pointOnPath(network, path, place)
      const there = positionAt(network, path, place)
      expect([latitude / 1e6, longitude / 1e6]).toEqual([there.latitude, there.longitude])
      expect(pointOnPath(network, path, startOfPath(path))).toEqual(path.first)
      expect(pointOnPath(network, path, endOfPath(path))).toEqual(path.last)
    }
  })

  test('finds the path in its driving direction', () => {
    let looked = 0
    for (const path of paths) {
      const place = randomPositionOn(network, path, town.random)
      const bearing = bearingOnPath(network, path, place)
      const [here, next] = [positionAt(network, path, place), ahead(bearing, 3)]
      const there = { latitude: here.latitude + next.north, longitude: here.longitude + next.east }
      const found = findOnPath(network, pathUpTo(path, endOfPath(path)), there, place)
      // After a bend or at the end, the point ahead is not on a road.
      if (found.offMeters > 0.5) continue
      looked++
      expect(isAtOrBefore(network, path, place, found.at)).toBe(true)
    }
    expect(looked).toBeGreaterThan(paths.length / 3)
  })

  test('finds nothing beyond the end of a shortened path', () => {
    for (const path of paths) {
      const place = randomPositionOn(network, path, town.random)
      const part = pathUpTo(path, place)
      expect(endOfPath(part)).toEqual(place)
      const end = pointOnPath(network, path, endOfPath(path))
      const { at, offMeters } = findOnPath(network, part, inDegrees(end), startOfPath(part))
      expect(isAtOrBefore(network, path, at, place)).toBe(true)
      const last = inDegrees(pointOnPath(network, path, place))
      const { latitude, longitude } = inDegrees(end)
      expect(offMeters).toBeLessThan(
        flatDistanceMeters(latitude, longitude, last.latitude, last.longitude) + WAVER_METERS,
      )
    }
  })
})

test('rejects a line that goes back and forth across the map', () => {
  const town = randomTown(1)
  const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))
  const [a, b] = [town.randomStop(), town.randomStop()]
  const points = Array.from({ length: 5000 }, (_, i): [number, number] =>
    i % 2 === 0 ? [a.latitude, a.longitude] : [b.latitude + 0.00001, b.longitude],
  )
  expect(tracer.trace(lineThrough(points))).toEqual({ kind: 'lost', reason: 'too-long' })
})

function ahead(bearing: number, meters: number): { north: number; east: number } {
  const [y, x] = [Math.cos((bearing * Math.PI) / 180), Math.sin((bearing * Math.PI) / 180)]
  return { north: (y * meters) / 111_195, east: (x * meters) / 111_195 }
}
function inDegrees({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude: latitude / 1e6, longitude: longitude / 1e6 }
}
