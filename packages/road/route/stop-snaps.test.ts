import { bearingDegrees, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { ArcFlag } from '../network/attributes.ts'
import type { RoadNetwork } from '../network/network.ts'
import { NO_ID } from '../sentinels.ts'
import { buildSnapIndex } from '../snap/snap-index.ts'
import { type Snap, Snapper } from '../snap/snapper.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { type Bearing, findSnapsOfStop, type Stop, snapStops } from './stop-snaps.ts'

const RADIUS_METERS = 400

function componentOf({ edges, arcs }: RoadNetwork, { edge }: Snap): number {
  const along = edges.arc[2 * edge]
  return arcs.part[along === NO_ID ? edges.arc[2 * edge + 1] : along]
}

describe.each([1, 2, 3, 4, 5, 6, 7, 8])('seed %i', (seed) => {
  const random = seededRandom(seed)
  const [columns, rows] = [5 + Math.floor(random() * 4), 5 + Math.floor(random() * 4)]
  const network = randomNetwork(random, { columns, rows, unsnappableShare: 0 })
  const snapper = new Snapper(network, buildSnapIndex(network))
  const arcWeight = new Int32Array(network.arcs.count).fill(1)
  const place = (): Stop => ({
    latitude: 41 + random() * rows * 0.0012,
    longitude: -8 + random() * columns * 0.0012,
    heading: random() < 0.3 ? Math.floor(random() * 360) : -1,
  })
  const rules = { radiusMeters: RADIUS_METERS, arcWeight, requiredFlags: 0, part: -1, heading: -1 }
  const snap = (stops: readonly Stop[]) => snapStops(network, snapper, arcWeight, stops, RADIUS_METERS)

  test('snaps all stops to one component whenever possible', () => {
    for (let round = 0; round < 200; round++) {
      const stops = Array.from({ length: 2 + Math.floor(random() * 3) }, place)
      const found = snap(stops)
      if ('kind' in found) continue
      const parts = found.map((snaps) => new Set(snaps.map((one) => componentOf(network, one))))
      const isTogether = [...parts[0]].some((part) => parts.every((each) => each.has(part)))
      const haveMain = stops.every(
        ({ latitude, longitude }) => snapper.nearest(latitude, longitude, { ...rules, part: 0 }).length > 0,
      )
      if (haveMain) expect(isTogether, `seed ${seed}, round ${round}`).toBe(true)
    }
  })

  test('on the main component, the first stop can be left, the last can be reached, and the others allow both', () => {
    for (let round = 0; round < 200; round++) {
      const stops = Array.from({ length: 2 + Math.floor(random() * 2) }, place)
      const found = snap(stops)
      if ('kind' in found) continue
      if (!found.every((snaps) => snaps.every((one) => componentOf(network, one) === 0))) continue
      found.forEach((snaps, index) => {
        const requiredFlags =
          (index < stops.length - 1 ? ArcFlag.leadsToMain : 0) | (index > 0 ? ArcFlag.reachedFromMain : 0)
        const { latitude, longitude } = stops[index]
        if (snapper.nearest(latitude, longitude, { ...rules, part: 0, requiredFlags }).length === 0) return
        for (const { edge, sides } of snaps) {
          for (const side of [0, 1]) {
            if ((sides & (1 << side)) === 0) continue
            const flags = network.arcs.flags[network.edges.arc[2 * edge + side]]
            expect(flags & requiredFlags, `seed ${seed}, round ${round}, stop ${index}`).toBe(requiredFlags)
          }
        }
      })
    }
  })

  /** Returns whether a direction of the segment of a snap is within the tolerance of a bearing. */
  const leadsTo = ({ segment }: Snap, direction: number, { degrees, toleranceDegrees }: Bearing): boolean => {
    const { shapeLatitude, shapeLongitude } = network.edges
    const point = (index: number) => [shapeLatitude[index] / 1e6, shapeLongitude[index] / 1e6] as const
    const segmentDegrees = bearingDegrees(...point(segment), ...point(segment + 1)) + 180 * direction
    // The tolerance covers the difference between the flat and the spherical bearing.
    return Math.abs(((segmentDegrees - degrees + 720 + 180) % 360) - 180) <= toleranceDegrees + 0.1
  }

  test('keeps only directions within the tolerance of a bearing, on the nearest such road', () => {
    let constrained = 0
    for (let round = 0; round < 200; round++) {
      const bearing = { degrees: Math.floor(random() * 360), toleranceDegrees: Math.floor(random() * 90) }
      const stop = { ...place(), bearing }
      const found = findSnapsOfStop(network, snapper, stop, rules)
      for (const snap of found)
        for (const direction of [0, 1])
          if ((snap.sides & (1 << direction)) !== 0)
            expect(leadsTo(snap, direction, bearing), `seed ${seed}, round ${round}`).toBe(true)
      const anywhere = snapper.nearest(stop.latitude, stop.longitude, rules)
      const fitting = anywhere.some((snap) =>
        [0, 1].some(
          (side) =>
            snap.sides & (1 << side) &&
            leadsTo(snap, side, { ...bearing, toleranceDegrees: bearing.toleranceDegrees - 0.2 }),
        ),
      )
      if (fitting) expect(found[0]?.distanceMeters).toBeLessThanOrEqual((anywhere.at(-1)?.distanceMeters ?? 0) + 0.05)
      if (found.length > 0 && !fitting) constrained++
    }
    expect(constrained).toBeGreaterThan(10)
  })

  test('does not snap a stop whose bearing no road within the radius has', () => {
    for (let round = 0; round < 50; round++) {
      const stop = place()
      const bearing = { degrees: Math.floor(random() * 360), toleranceDegrees: 0 }
      const isFound = findSnapsOfStop(network, snapper, { ...stop, bearing }, rules).length > 0
      expect('kind' in snap([stop, { ...stop, bearing }]), `seed ${seed}, round ${round}`).toBe(
        !isFound || snapper.nearest(stop.latitude, stop.longitude, rules).length === 0,
      )
    }
  })

  test('ignores a heading that no nearby road has', () => {
    for (let round = 0; round < 100; round++) {
      const stop = place()
      const [pointing, plain] = [snap([stop, stop]), snap([{ ...stop, heading: -1 }, stop])]
      expect('kind' in pointing, `seed ${seed}, round ${round}`).toBe('kind' in plain)
    }
  })
})

test('names the first stop that is too far from every road', () => {
  const network = randomNetwork(seededRandom(1), { columns: 5, rows: 5 })
  const snapper = new Snapper(network, buildSnapIndex(network))
  const arcWeight = new Int32Array(network.arcs.count).fill(1)
  const stop = (latitude: number) => ({ latitude, longitude: -7.998, heading: -1 })
  const snap = (...stops: Stop[]) => snapStops(network, snapper, arcWeight, stops, RADIUS_METERS)
  expect(snap(stop(41.002), stop(41.5))).toEqual({ kind: 'not-snapped', stop: 1 })
  expect(snap(stop(41.002), stop(42), stop(43))).toEqual({ kind: 'not-snapped', stop: 1 })
  expect(snap(stop(40), stop(42))).toEqual({ kind: 'not-snapped', stop: 0 })
  expect(snap(stop(41.002), stop(41.002))).toHaveLength(2)
})
