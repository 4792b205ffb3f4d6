import type { Position } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { expectFlight, expectRefusal, makeWall, origin, positionAt } from '../testing/ask-flight.ts'
import { makeCircle, makePolygon, makeRectangle, makeZone, rectangleCorners } from '../testing/draw-zones.ts'
import { lineLengthMeters } from './flight/profile.ts'

describe('flight path', () => {
  test('is straight without obstacles, with a climb at the start and a descent at the end', () => {
    const flight = expectFlight([])
    expect(flight.distanceMeters).toBeCloseTo(10_000, -1)
    expect(flight.distanceMeters).toBeCloseTo(flight.directMeters, 6)
    expect(flight.line[0]).toEqual(positionAt(-5000, 0))
    expect(flight.line[1]).toEqual(positionAt(-5000, 0))
    expect(flight.line.at(-1)).toEqual(positionAt(5000, 0))
    expect([flight.altitudesMeters[0], flight.altitudesMeters[1], flight.altitudesMeters.at(-1)]).toEqual([0, 100, 0])
    expect(flight.altitudesMeters).toHaveLength(flight.line.length)
    expect(flight).toMatchObject({
      path: 'direct',
      altitudesAre: 'above-take-off',
      cruiseAltitudeM: 100,
      zonesAvoided: [],
    })
    expect(flight.durationSeconds).toBeCloseTo(flight.distanceMeters / 15 + 2 * (100 / 3), 6)
    expect(flight.energy.neededPct).toBeCloseTo((flight.durationSeconds * 15) / 300, 6)
  })

  test.each([
    ['below', 40, 60],
    ['at', 100, 0],
    ['above', 160, 60],
    ['on the ground', -3, 100],
  ])('continues from an altitude that is %s the cruise altitude', (_, fromAltitudeM, climbM) => {
    const flight = expectFlight([], { fromAltitudeM })
    const [first, second] = flight.altitudesMeters
    expect([first, second, flight.altitudesMeters.at(-1)]).toEqual([Math.max(0, fromAltitudeM), 100, 0])
    expect(flight.durationSeconds).toBeCloseTo(flight.distanceMeters / 15 + climbM / 3 + 100 / 3, 6)
    expect(flight.legs[0]?.durationSeconds).toBeCloseTo(flight.durationSeconds, 6)
  })

  test('ignores zones below an aircraft in flight, and respects those up to its cruise altitude', () => {
    const around = (lower: number, upper: number) =>
      makeZone('round', makeCircle(positionAt(-5000, 0), 200), {
        band: { lower: { meters: lower, above: 'ground' }, upper: { meters: upper, above: 'ground' } },
      })
    expect(expectFlight([around(0, 60)], { fromAltitudeM: 90 }).distanceMeters).toBeLessThan(10_020)
    expect(expectRefusal([around(0, 60)])).toMatchObject({ kind: 'inside-zone', field: 'from' })
    expect(expectRefusal([around(110, 140)], { fromAltitudeM: 150 })).toMatchObject({ kind: 'inside-zone' })
    expect(expectRefusal([], { fromAltitudeM: 20_001 })).toMatchObject({ kind: 'bad-number', field: 'from_altitude_m' })
  })

  test('goes around a wall at the margin, by its corners', () => {
    const flight = expectFlight([makeWall()])
    const exact = 2 * Math.hypot(4800, 3000) + 400
    expect(flight.distanceMeters).toBeGreaterThan(exact)
    expect(flight.distanceMeters).toBeLessThan(exact + 2 * Math.PI * 30)
    expect(lineLengthMeters(flight.line)).toBeCloseTo(flight.distanceMeters, 3)
    expect(flight.zonesAvoided.map(({ id }) => id)).toEqual(['wall'])
  })

  test('goes around a circle with two tangents and an arc', () => {
    const flight = expectFlight([makeZone('round', makeCircle(origin, 2000))])
    const radius = 2030
    const exact = 2 * Math.sqrt(5000 ** 2 - radius ** 2) + 2 * radius * Math.asin(radius / 5000)
    expect(flight.distanceMeters).toBeGreaterThan(exact)
    expect(flight.distanceMeters).toBeLessThan(exact * 1.003)
  })

  test('leaves a bay, and takes a gap only when it is wide enough', () => {
    const bay = makePolygon(origin, [
      [-1000, -1000],
      [3000, -1000],
      [3000, -900],
      [-900, -900],
      [-900, 900],
      [3000, 900],
      [3000, 1000],
      [-1000, 1000],
    ])
    const flight = expectFlight([makeZone('bay', bay)], { from: positionAt(0, 0), to: positionAt(-3000, 0) })
    expect(flight.distanceMeters).toBeGreaterThan(9000)
    const gap = (meters: number) => [
      makeZone('north', makeRectangle(origin, -200, meters / 2, 200, 3000)),
      makeZone('south', makeRectangle(origin, -200, -3000, 200, -meters / 2)),
    ]
    expect(expectFlight(gap(66)).distanceMeters).toBeLessThan(10_020)
    expect(expectFlight(gap(59)).distanceMeters).toBeGreaterThan(11_000)
    expect(expectFlight(gap(59), { marginM: 20 }).distanceMeters).toBeLessThan(10_020)
  })

  test('is free inside a hole of a zone, and cannot leave it', () => {
    const ring = makeZone(
      'ring',
      makePolygon(origin, rectangleCorners(-2000, -2000, 2000, 2000), [rectangleCorners(-1000, -1000, 1000, 1000)]),
    )
    expect(expectFlight([ring], { from: positionAt(-900, 0), to: positionAt(900, 0) }).distanceMeters).toBeCloseTo(
      1800,
      0,
    )
    expect(expectRefusal([ring], { from: positionAt(0, 0) })).toMatchObject({
      kind: 'no-path',
      field: 'to',
      zones: [{ id: 'ring' }],
    })
  })

  test('avoids both halves of a self-intersecting ring', () => {
    const bow = makeZone(
      'bow',
      makePolygon(origin, [
        [-3000, -2000],
        [3000, 2000],
        [3000, -2000],
        [-3000, 2000],
      ]),
    )
    expect(
      expectFlight([bow], { from: positionAt(-1500, 5000), to: positionAt(-1500, -5000) }).distanceMeters,
    ).toBeGreaterThan(10_400)
    expect(expectRefusal([bow], { from: positionAt(2000, 0) })).toMatchObject({ kind: 'inside-zone', within: 'zone' })
  })

  test('treats nested and overlapping zones as one', () => {
    const alone = expectFlight([makeZone('big', makeCircle(origin, 2000))])
    const nested = [
      makeZone('big', makeCircle(origin, 2000)),
      makeZone('small', makeCircle(positionAt(100, 50), 500)),
      makeZone('tower', makeRectangle(origin, -50, -50, 50, 50)),
    ]
    expect(expectFlight(nested).distanceMeters).toBe(alone.distanceMeters)
  })

  test.each([
    ['across the antimeridian', [10, 179.99], [10, -179.94], [10, -179.975]],
    ['over the north pole', [89.97, 20], [89.97, -160], [90, 0]],
    ['over the south pole', [-89.97, 20], [-89.97, -160], [-90, 77]],
  ] as [string, Position, Position, Position][])('%s', (_, from, to, middle) => {
    const flight = expectFlight([makeZone('mid', makeCircle(middle, 1000))], { from, to })
    const halfMeters = flight.directMeters / 2
    const exact = 2 * Math.sqrt(halfMeters ** 2 - 1030 ** 2) + 2 * 1030 * Math.asin(1030 / halfMeters)
    expect(flight.distanceMeters / exact).toBeGreaterThan(0.9999)
    expect(flight.distanceMeters / exact).toBeLessThan(1.005)
    expect(lineLengthMeters(flight.line)).toBeCloseTo(flight.distanceMeters, 3)
    const ring = Array.from(
      { length: 40 },
      (_, at) => [1000 * Math.cos(at * 0.157), 1000 * Math.sin(at * 0.157)] as const,
    )
    const polar = expectFlight([makeZone('ring', makePolygon(middle, ring))], { from, to })
    expect(polar.distanceMeters / flight.distanceMeters).toBeCloseTo(1, 2)
  })

  test('passes via points in order', () => {
    const via = [positionAt(0, 2000), positionAt(2000, -2000)]
    const flight = expectFlight([], { via })
    expect(flight.legs).toHaveLength(3)
    expect(flight.legs.map(({ to }) => to)).toEqual([...via, positionAt(5000, 0)])
    expect(flight.legs.reduce((sum, leg) => sum + leg.durationSeconds, 0)).toBeCloseTo(flight.durationSeconds, 6)
    expect(flight.line[flight.legs[0].lastPoint]).toEqual(via[0])
  })

  test('climbs and descends when start and destination are equal', () => {
    expect(expectFlight([], { to: positionAt(-5000, 0) })).toMatchObject({ distanceMeters: 0, path: 'direct' })
  })
})

describe('heights', () => {
  const band = (lower: number, upper: number, above: 'ground' | 'sea' = 'ground') => ({
    band: { lower: { meters: lower, above }, upper: { meters: upper, above } },
  })

  test('passes over and under a zone where the altitude allows, limits included', () => {
    for (const [lower, upper] of [
      [100, 500],
      [120, 500],
      [0, 100],
      [0, 50],
    ]) {
      expect(expectFlight([makeWall(band(lower, upper))]).distanceMeters).toBeLessThan(10_020)
    }
    for (const [lower, upper] of [
      [99, 500],
      [0, 101],
    ]) {
      expect(expectFlight([makeWall(band(lower, upper))]).distanceMeters).toBeGreaterThan(11_000)
    }
    expect(expectFlight([makeWall(band(60, 500))], { altitudeM: 60 }).distanceMeters).toBeLessThan(10_020)
  })

  test('require free air below at take-off and landing, but not when passing', () => {
    const low = makeZone('low', makeCircle(positionAt(5000, 0), 500), band(0, 50))
    expect(expectRefusal([low])).toMatchObject({ kind: 'inside-zone', field: 'to', zone: { id: 'low' } })
    expect(expectFlight([low], { via: [positionAt(5000, 0)], to: positionAt(7000, 0) }).legs).toHaveLength(2)
  })

  test('above sea level need the ground elevation, and an assumed one is reported', () => {
    const high = makeWall(band(300, 500, 'sea'))
    expect(expectFlight([high]).assumedClear.map(({ id }) => id)).toEqual(['wall'])
    const flight = expectFlight([high], { takeOffElevationM: 250 })
    expect(flight.distanceMeters).toBeGreaterThan(11_000)
    expect(flight.assumedClear).toEqual([])
    expect(expectFlight([makeWall(band(0, 90))]).assumedClear.map(({ id }) => id)).toEqual(['wall'])
  })

  test('have a ceiling set by law or by the aircraft', () => {
    expect(expectFlight([], { altitudeM: 120 }).cruiseAltitudeM).toBe(120)
    expect(expectRefusal([], { altitudeM: 121 })).toEqual({
      kind: 'altitude-impossible',
      requestedM: 121,
      allowedM: 120,
      because: 'law',
    })
    const aircraft = { maxAltitudeM: 60 }
    expect(expectFlight([], { aircraft }).cruiseAltitudeM).toBe(60)
    expect(expectRefusal([], { altitudeM: 61, aircraft })).toMatchObject({ allowedM: 60, because: 'aircraft' })
  })
})
