import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodePolyline, maxPolylineBytes, parsePolyline, parsePolylinePoints, writePolyline } from './polyline.ts'

const seed = Number(process.env.SEED ?? 20240608)

const microPoint = fc.tuple(
  fc.integer({ min: -90_000_000, max: 90_000_000 }),
  fc.integer({ min: -180_000_000, max: 180_000_000 }),
)

function encodeToString(points: readonly (readonly [number, number])[], precision: 5 | 6, inJson = false): string {
  const bytes = new Uint8Array(maxPolylineBytes(points.length) + 3)
  const latitude = Int32Array.from(points, ([degrees]) => degrees)
  const longitude = Int32Array.from(points, ([, degrees]) => degrees)
  const end = writePolyline(bytes, 3, latitude, longitude, 0, points.length, precision, inJson)
  expect(end).toBeLessThanOrEqual(bytes.length)
  return new TextDecoder().decode(bytes.subarray(3, end))
}

describe('known polylines', () => {
  const points: [number, number][] = [
    [38.5, -120.2],
    [40.7, -120.95],
    [43.252, -126.453],
  ]
  const micro = points.map(([latitude, longitude]) => [latitude * 1e6, longitude * 1e6] as const)

  test('match the example from Google', () => {
    expect(encodePolyline(points, 5)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(encodeToString(micro, 5)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@')
    expect(parsePolylinePoints('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)).toEqual(points)
  })
  test('match the same example with six digits', () => {
    expect(encodePolyline(points, 6)).toBe('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI')
    expect(encodeToString(micro, 6)).toBe('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI')
    expect(parsePolylinePoints('_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI', 6)).toEqual(points)
  })
  test('may have one point or none', () => {
    expect(encodePolyline([], 5)).toBe('')
    expect(parsePolylinePoints('', 5)).toEqual([])
    expect(encodePolyline([[0, 0]], 5)).toBe('??')
  })
  test('round half away from zero, and round degrees only once', () => {
    expect(parsePolylinePoints(encodeToString([[15, -15]], 5), 5)).toEqual([[0.00002, -0.00002]])
    expect(parsePolylinePoints(encodePolyline([[1.2345649, -1.2345649]], 5), 5)).toEqual([[1.23456, -1.23456]])
  })
  test('can encode a range of points, starting from zero', () => {
    const bytes = new Uint8Array(100)
    const latitude = Int32Array.of(5, 38_500_000, 5)
    const longitude = Int32Array.of(5, -120_200_000, 5)
    const end = writePolyline(bytes, 0, latitude, longitude, 1, 2, 5)
    expect(new TextDecoder().decode(bytes.subarray(0, end))).toBe('_p~iF~ps|U')
  })
})

test('cross the antimeridian and run from pole to pole', () => {
  const points: [number, number][] = [
    [90, 180],
    [-90, -180],
    [90, 180],
    [-17.5, 179.999999],
    [-17.5, -179.999999],
  ]
  expect(parsePolylinePoints(encodePolyline(points, 6), 6)).toEqual(points)
})

test('wrap a longitude beyond 180 degrees', () => {
  const beyond = encodePolyline(
    [
      [-17, 179],
      [-17, 181],
      [-17, -360],
    ] as const,
    6,
  )
  expect(parsePolylinePoints(beyond, 6)).toEqual([
    [-17, 179],
    [-17, -179],
    [-17, 0],
  ])
})

test(`round-trips (seed ${seed})`, () => {
  fc.assert(
    fc.property(fc.array(microPoint), (points) => {
      const read = parsePolyline(encodeToString(points, 6), 6)
      expect([...(read?.latitude ?? [])]).toEqual(points.map(([latitude]) => latitude))
      expect([...(read?.longitude ?? [])]).toEqual(points.map(([, longitude]) => longitude))
      const coarse = parsePolyline(encodeToString(points, 5), 5)
      points.forEach(([latitude, longitude], i) => {
        expect(Math.abs((coarse?.latitude[i] ?? Number.NaN) - latitude)).toBeLessThanOrEqual(5)
        expect(Math.abs((coarse?.longitude[i] ?? Number.NaN) - longitude)).toBeLessThanOrEqual(5)
      })
    }),
    { seed, numRuns: 500 },
  )
})

test(`is the same polyline in JSON (seed ${seed})`, () => {
  // A last group of 29 is encoded as a backslash.
  expect(encodeToString([[-15, -15]], 6)).toBe('\\\\')
  expect(encodeToString([[-15, -15]], 6, true)).toBe('\\\\\\\\')
  fc.assert(
    fc.property(fc.array(fc.oneof(microPoint, fc.constant<[number, number]>([-15, -30]))), (points) => {
      expect(JSON.parse(`"${encodeToString(points, 6, true)}"`)).toBe(encodeToString(points, 6))
      expect(JSON.parse(`"${encodeToString(points, 5, true)}"`)).toBe(encodeToString(points, 5))
    }),
    { seed, numRuns: 500 },
  )
})

describe('invalid polyline', () => {
  test.each([
    ['a latitude without a longitude', '_p~iF'],
    ['an unterminated number', '_p~iF~ps|U_'],
    ['a blank', '_p~iF ~ps|U'],
    ['a line feed at the end', '_p~iF~ps|U\n'],
    ['letters outside ASCII', 'ÄÖ'],
    ['a latitude beyond the pole', encodePolyline([[90.000001, 0]], 6)],
    ['a longitude beyond a whole turn', encodePolyline([[0, -360.000001]], 6)],
    ['a number beyond 32 bits', '~~~~~~B?'],
    ['an extremely long number', `${'~'.repeat(100)}??`],
    ['degrees read with the wrong precision', encodePolyline([[38.5, -120.2]], 6)],
  ])('%s', (_, text) => {
    expect(parsePolyline(text, 5)).toBeUndefined()
    expect(parsePolylinePoints(text, 5)).toBeUndefined()
  })

  test(`never throws, and never yields coordinates out of range (seed ${seed})`, () => {
    const characters = fc.integer({ min: 60, max: 130 }).map((unit) => String.fromCharCode(unit))
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: characters })), fc.constantFrom(5, 6), (text, precision) => {
        for (const [latitude, longitude] of parsePolylinePoints(text, precision) ?? []) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
        }
      }),
      { seed, numRuns: 2000 },
    )
  })
})
