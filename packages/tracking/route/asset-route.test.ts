import { metersBetween, toVector } from '@fairway/geo'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pointAt, secondsAt } from './along.ts'
import { deserializeRoute, makeAssetRoute, serializeRoute } from './asset-route.ts'

const seed = Number(process.env.SEED ?? 20260616)

test('packs a route of 10,000 points with times into less than 80 KB, and restores it', () => {
  const points = Array.from({ length: 10_000 }, (_, i) => [41 + i * 1e-4, -8.6 + Math.sin(i / 50) * 0.01] as const)
  const route = makeAssetRoute({ kind: 'vehicle', points, secondsAt: points.map((_, i) => i * 1.2), stops: [5000] })
  const json = JSON.stringify(serializeRoute(route))
  expect(json.length).toBeLessThan(80_000)
  expect(deserializeRoute(JSON.parse(json))).toEqual(route)
})

test('round-trips any route through JSON', () => {
  const point = fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
  const entry = fc.tuple(
    point,
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.double({ min: -400, max: 9000, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 40 }), (entries) => {
      const route = makeAssetRoute({
        kind: 'drone',
        points: entries.map(([at]) => at),
        secondsAt: entries.map(([, seconds]) => seconds),
        altitudesM: entries.map(([, , altitude]) => altitude),
        distanceM: 1234.5,
      })
      expect(deserializeRoute(JSON.parse(JSON.stringify(serializeRoute(route))))).toEqual(route)
      for (let i = 1; i < route.secondsAt.length; i++)
        expect(route.secondsAt[i]).toBeGreaterThanOrEqual(route.secondsAt[i - 1])
    }),
    { seed, numRuns: 200 },
  )
})

test('has the same id for the same line with other times, and another id for another line', () => {
  const points = [
    [41, -8],
    [41.1, -8],
  ] as const
  const route = makeAssetRoute({ kind: 'vehicle', points })
  expect(makeAssetRoute({ kind: 'vehicle', points, secondsAt: [0, 900] }).id).toBe(route.id)
  expect(
    makeAssetRoute({
      kind: 'vehicle',
      points: [
        [41, -8],
        [41.1, -8.000001],
      ],
    }).id,
  ).not.toBe(route.id)
})

test('has another id with a later departure, which is packed with it', () => {
  const points = [
    [47, 8],
    [47.01, 8],
  ] as const
  const now = makeAssetRoute({ kind: 'vehicle', points })
  const later = makeAssetRoute({ kind: 'vehicle', points, departMs: 1_800_000_000_000 })
  expect(later.id).not.toBe(now.id)
  expect(deserializeRoute(serializeRoute(later))).toMatchObject({ id: later.id, departMs: 1_800_000_000_000 })
  expect(deserializeRoute(serializeRoute(now)).departMs).toBeUndefined()
})

test('takes the short path across the antimeridian and over a pole', () => {
  const over = makeAssetRoute({
    kind: 'vessel',
    points: [
      [-17, 179.9],
      [-17, -179.9],
    ],
  })
  expect(over.lengthM).toBeCloseTo(21_267, -1)
  const pole = makeAssetRoute({
    kind: 'drone',
    points: [
      [89.9, 0],
      [89.9, 180],
    ],
  })
  expect(pole.lengthM).toBeCloseTo(22_239, -1)
  expect(metersBetween(pointAt(pole, pole.lengthM / 2), toVector(90, 0))).toBeLessThan(0.01)
})

test('uses the speed of its kind without times, and interpolates given times', () => {
  const points = [
    [41, -8],
    [41.01, -8],
    [41.02, -8],
  ] as const
  const plain = makeAssetRoute({ kind: 'vehicle', points })
  expect(secondsAt(plain, plain.lengthM)).toBeCloseTo(plain.lengthM / 12, 6)
  const timed = makeAssetRoute({ kind: 'vehicle', points, secondsAt: [0, 100, 300] })
  expect(secondsAt(timed, timed.lengthM / 4)).toBeCloseTo(50, 3)
  expect(secondsAt(timed, (3 * timed.lengthM) / 4)).toBeCloseTo(200, 3)
})

describe('invalid route', () => {
  const two = [
    [41, -8],
    [41, -8.1],
  ] as const
  test.each([
    [{ points: [] }, 'a route needs at least one point; none was given'],
    [{ points: [[91, 0]] }, 'points[0] of the route is [91, 0], which is not a valid position'],
    [{ points: [[Number.NaN, 0]] }, 'points[0] of the route is [NaN, 0], which is not a valid position'],
    [{ points: two, secondsAt: [0] }, 'secondsAt has 1 values for 2 points of the route; give one for each'],
    [{ points: two, secondsAt: [0, Number.NaN] }, 'secondsAt[1] of the route is NaN; give a finite number'],
    [{ points: two, altitudesM: [0] }, 'altitudesM has 1 values for 2 points of the route; give one for each'],
    [{ points: two, stops: [2] }, 'stop 2 of the route is not the index of one of its 2 points'],
  ] as const)('%j', (input, message) => {
    expect(() => makeAssetRoute({ kind: 'vehicle', ...input } as Parameters<typeof makeAssetRoute>[0])).toThrow(
      new RangeError(message),
    )
  })
  test('rejects invalid packed routes', () => {
    const serialized = serializeRoute(makeAssetRoute({ kind: 'vehicle', points: two }))
    expect(() => deserializeRoute({ ...serialized, line: 'é' })).toThrow('its line cannot be read')
    expect(() => deserializeRoute({ ...serialized, seconds: '???' })).toThrow('2 points, but 3 values')
    expect(() => deserializeRoute({ ...serialized, seconds: 'é' })).toThrow('2 points, but no values')
  })
})
