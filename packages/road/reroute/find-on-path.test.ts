import { flatDistanceMeters } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { buildMatchMap } from '../match/match-map.ts'
import { findOnPath, findStops } from './find-on-path.ts'
import { RouteTracer } from './route-tracer.ts'
import { lineOf } from './testing/lines.ts'
import { positionAt, randomPositionOn } from './testing/positions.ts'
import { montevideo, randomTown, type Town } from './testing/towns.ts'
import { randomWalk } from './testing/walks.ts'
import { isAtOrBefore, startOfPath, type TracedPath } from './traced-path.ts'

describe.each([...[1, 2, 3].map(randomTown), await montevideo(5)])('$name', (town) => {
  const { network } = town.map
  const tracer = new RouteTracer(buildMatchMap(town.map, town.metric))
  const walks = Array.from({ length: 150 }, (_, i) => tracedWalk(town, tracer, 2 + (i % 40))).filter((path) => !!path)

  test('finds a position on the path where it is, or where the path passes it earlier', () => {
    for (const path of walks) {
      const place = randomPositionOn(network, path, town.random)
      const on = findOnPath(network, path, positionAt(network, path, place), startOfPath(path))
      expect(on.kind).toBe('on')
      expect(on.offMeters).toBeLessThan(11)
      expect(on.doneMeters + on.leftMeters).toBeGreaterThan(0)
      if (on.offMeters < 0.3) continue
      expect(isAtOrBefore(network, path, on.at, place)).toBe(true)
    }
  })

  test('never loses progress, and never matches the path already driven', () => {
    for (const path of walks) {
      const [a, b] = [randomPositionOn(network, path, town.random), randomPositionOn(network, path, town.random)]
      const [done, ahead] = isAtOrBefore(network, path, a, b) ? [a, b] : [b, a]
      const on = findOnPath(network, path, positionAt(network, path, ahead), done)
      expect(on.kind).toBe('on')
      expect(isAtOrBefore(network, path, done, on.at)).toBe(true)
    }
  })

  test('finds the nearest position on the path within a tolerance', () => {
    for (const path of walks) {
      const off = () => (town.random() - 0.5) * 400
      const place = randomPositionOn(network, path, town.random)
      const position = positionAt(network, path, place, [off(), off()])
      const { kind, offMeters } = findOnPath(network, path, position, startOfPath(path))
      expect(kind).toBe(offMeters <= 50 ? 'on' : 'off')
      let nearest = Number.POSITIVE_INFINITY
      for (let i = 0; i < 200; i++) {
        const other = positionAt(network, path, randomPositionOn(network, path, town.random))
        const meters = flatDistanceMeters(position.latitude, position.longitude, other.latitude, other.longitude)
        nearest = Math.min(nearest, meters)
      }
      expect(offMeters).toBeLessThan(nearest + (kind === 'on' ? 10.1 : 0.1))
      const wide = findOnPath(network, path, { ...position, accuracyMeters: offMeters + 1 }, startOfPath(path))
      expect(wide.kind).toBe('on')
    }
  })

  test('finds stops in order, and rejects a stop that is not on the path', () => {
    for (const path of walks) {
      const places = [1, 2, 3].map(() => randomPositionOn(network, path, town.random))
      places.sort((a, b) => (isAtOrBefore(network, path, a, b) ? -1 : 1))
      const stops = places.map((place) => positionAt(network, path, place))
      const found = findStops(network, path, stops, startOfPath(path))
      if (!found) throw new Error('a stop on the path was not found')
      expect(found.every((place, i) => i === 0 || isAtOrBefore(network, path, found[i - 1], place))).toBe(true)
      const far = { latitude: stops[1].latitude + 1, longitude: stops[1].longitude }
      expect(findStops(network, path, [stops[0], far], startOfPath(path))).toBeUndefined()
    }
  })
})

function tracedWalk(town: Town, tracer: RouteTracer, arcs: number): TracedPath | undefined {
  const leg = randomWalk({ ...town, network: town.map.network }, arcs)
  const trace = leg && tracer.trace(lineOf(town.map.network, [leg]))
  return trace?.kind === 'exact' ? trace.path : undefined
}
