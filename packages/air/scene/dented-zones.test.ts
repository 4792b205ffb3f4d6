import { describe, expect, test } from 'vitest'
import { toVector } from '../geometry/ellipsoid.ts'
import { Frame } from '../geometry/frame.ts'
import type { Outline } from '../model.ts'
import { expectFlight, expectRefusal, minutesAfterDeparture, origin, positionAt } from '../testing/ask-flight.ts'
import { makeCircle, makeCorridor, makePolygon, makeZone } from '../testing/draw-zones.ts'
import { makeStar } from '../testing/random-sky.ts'
import { Scene } from './scene.ts'

const frame = new Frame(toVector(origin))
const buildPieces = (
  outlines: readonly Outline[],
  stops = [positionAt(-9000, 0), positionAt(9000, 0)],
  openLines: [] = [],
) => {
  const options = { marginMeters: 30, reachMeters: 20_000, stops, openLines }
  return new Scene(
    frame,
    outlines.map((outline) => ({ outline })),
    options,
  ).getPart(0).pieces.length
}
/** A bay that is open to the north. */
const bay = makePolygon(origin, [
  [-1000, -1000],
  [1000, -1000],
  [1000, 1000],
  [900, 1000],
  [900, -900],
  [-900, -900],
  [-900, 1000],
  [-1000, 1000],
])

describe('dents', () => {
  test('are filled where they are empty', () => {
    expect(buildPieces([bay])).toBe(1)
    expect(buildPieces([makeStar(origin, 800, 12, 0.5)])).toBe(1)
  })

  test('are kept where they contain a stop, another zone or a corridor, or are within the margins of one', () => {
    expect(buildPieces([bay], [positionAt(0, 0), positionAt(9000, 0)])).toBe(8)
    expect(buildPieces([bay, makeCircle(positionAt(0, 500), 50)])).toBe(8)
    expect(buildPieces([bay, makeCircle(positionAt(0, 1070), 50)])).toBe(8)
    expect(buildPieces([bay, makeCircle(positionAt(0, 1150), 50)])).toBe(1)
    expect(
      expectFlight([makeZone('bay', bay)], { from: positionAt(0, 0), to: positionAt(0, 5000) }).distanceMeters,
    ).toBeCloseTo(5000, 0)
    const lane = makeCorridor('lane', [positionAt(0, 0), positionAt(0, 5000)])
    const overrides = { from: positionAt(50, 100), to: positionAt(50, 4900), corridors: 'only' } as const
    expect(expectFlight([makeZone('bay', bay)], overrides, [lane]).corridorMeters).toBeCloseTo(4800, -2)
  })

  test('of timed zones are kept, because a flight may be inside while the zone is active', () => {
    const zone = makeZone('bay', bay, { times: [{ fromMs: minutesAfterDeparture(0.6), weekly: [] }] })
    expect(expectFlight([zone], { from: positionAt(0, 500), to: positionAt(0, 5000) }).distanceMeters).toBeCloseTo(
      4500,
      0,
    )
    expect(expectRefusal([zone], { from: positionAt(0, -950), to: positionAt(0, 5000) }).kind).toBe('no-path')
  })
})

describe('rings with very many corners', () => {
  const many = (corners: number, share: number) => makeZone('many', makeStar(origin, 2000, corners, share))

  test('are flown around like smooth ones', () => {
    const smooth = expectFlight([makeZone('smooth', makeCircle(origin, 2000))]).distanceMeters
    const rough = expectFlight([many(10_000, 0.9995)]).distanceMeters
    expect(Math.abs(rough / smooth - 1)).toBeLessThan(0.004)
  })

  test('are flown around when timed', () => {
    const times = [{ fromMs: minutesAfterDeparture(3), untilMs: minutesAfterDeparture(30), weekly: [] }]
    const zone = { ...many(10_000, 0.9999), times }
    expect(expectFlight([zone]).distanceMeters).toBeGreaterThan(10_800)
    expect(expectFlight([zone], { departAtMs: minutesAfterDeparture(31) }).distanceMeters).toBeLessThan(10_020)
  })

  test('grow by less than a meter', () => {
    const zone = many(4000, 0.9999)
    const to = (meters: number) => ({ to: positionAt(0, 2000 + 30 * 1.09 + meters) })
    expect(expectFlight([zone], to(1)).legs).toHaveLength(1)
    expect(expectRefusal([zone], to(-4)).kind).toBe('inside-zone')
  })
})
