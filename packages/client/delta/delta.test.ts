import { crc32 } from 'node:zlib'
import { type Coordinates, seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { applyDelta, DeltaMismatch, type DeltaReply } from './apply-delta.ts'
import { checksumOf } from './checksum.ts'
import { completeSteps } from './complete-steps.ts'
import { type GeometryFormat, readGeometry, writeGeometry } from './geometry.ts'
import { makeDelta } from './make-delta.ts'

const formats: readonly GeometryFormat[] = ['points', 'polyline', 'polyline6', 'geojson']

/** Builds a response in the format of the service. */
function replyFor(old: Coordinates, line: Coordinates, format: GeometryFormat): DeltaReply {
  const ops = makeDelta(old, line).map(({ op, from, to }) =>
    op === 'keep' ? { op, from, to } : { op, geometry: writeGeometry(slice(line, from, to), format) },
  )
  return { base_checksum: checksumOf(old), checksum: checksumOf(line), delta: { ops } }
}

function slice({ latitude, longitude }: Coordinates, from: number, to: number): Coordinates {
  return { latitude: latitude.slice(from, to + 1), longitude: longitude.slice(from, to + 1) }
}

/** Generates a line in whole units of the format, so that rounding does not change it. */
function randomLine(random: () => number, length: number, unit: number): [number, number][] {
  let [latitude, longitude] = [41_150_000, -8_610_000]
  return Array.from({ length }, () => {
    latitude += Math.round((random() - 0.5) * 40) * unit
    longitude += Math.round((random() - 0.5) * 40) * unit
    return [latitude, longitude]
  })
}

function toCoordinates(points: readonly (readonly [number, number])[]): Coordinates {
  return {
    latitude: Int32Array.from(points, ([latitude]) => latitude),
    longitude: Int32Array.from(points, ([, longitude]) => longitude),
  }
}

/** Returns a variant of the line with pieces replaced, removed, or moved, or with a later start. */
function change(random: () => number, points: readonly [number, number][], unit: number): [number, number][] {
  const changed = [...points]
  for (let edits = Math.floor(random() * 4); edits > 0; edits--) {
    const at = Math.floor(random() * changed.length)
    const removed = changed.splice(at, Math.floor(random() * 20))
    const added = randomLine(random, Math.floor(random() * 20), unit)
    changed.splice(Math.floor(random() * changed.length), 0, ...(random() < 0.5 ? added : removed))
  }
  return changed.slice(Math.floor(random() * 10))
}

describe.each(formats)('delta in %s', (format) => {
  test('reproduces the new line byte for byte on 2,000 changed lines', () => {
    const random = seededRandom(4711)
    const unit = format === 'polyline' ? 10 : 1
    for (let round = 0; round < 2000; round++) {
      const points = randomLine(random, Math.floor(random() * 100), unit)
      const [old, line] = [toCoordinates(points), toCoordinates(change(random, points, unit))]
      const fullGeometry = writeGeometry(line, format)
      const reply = JSON.parse(JSON.stringify(replyFor(old, line, format)))
      const rebuilt = applyDelta(writeGeometry(old, format), format, reply)
      expect(JSON.stringify(rebuilt), `round ${round}`).toBe(JSON.stringify(fullGeometry))
    }
  })

  test('is rejected for another line', () => {
    const old = toCoordinates([
      [41_000_000, -8_000_000],
      [41_000_100, -8_000_100],
      [41_000_200, -8_000_100],
    ])
    const otherLine = toCoordinates([
      [41_000_000, -8_000_000],
      [41_000_100, -8_000_100],
      [41_000_200, -8_000_110],
    ])
    const reply = replyFor(old, old, format)
    expect(() => applyDelta(writeGeometry(otherLine, format), format, reply)).toThrow(DeltaMismatch)
    const broken = { ...reply, delta: { ops: [{ op: 'keep' as const, from: 0, to: 1 }] } }
    expect(() => applyDelta(writeGeometry(old, format), format, broken)).toThrow(/should have checksum/)
    const beyond = { ...reply, delta: { ops: [{ op: 'keep' as const, from: 0, to: 9 }] } }
    expect(() => applyDelta(writeGeometry(old, format), format, beyond)).toThrow(
      'the delta keeps points 0 to 9 of a line of 3 points',
    )
  })
})

describe('delta operations', () => {
  const random = seededRandom(1)
  const points = randomLine(random, 1000, 1)
  const old = toCoordinates(points)

  test('of an identical line consist of one', () => {
    expect(makeDelta(old, old)).toEqual([{ op: 'keep', from: 0, to: 999 }])
    const short = toCoordinates(points.slice(0, 1))
    expect(makeDelta(short, short)).toEqual([{ op: 'keep', from: 0, to: 0 }])
    expect(makeDelta(toCoordinates([]), toCoordinates([]))).toEqual([])
  })

  test('of a detour consist of three', () => {
    const detour = randomLine(seededRandom(2), 30, 1)
    const line = toCoordinates([...points.slice(0, 400), ...detour, ...points.slice(450)])
    expect(makeDelta(old, line)).toEqual([
      { op: 'keep', from: 0, to: 399 },
      { op: 'insert', from: 400, to: 429 },
      { op: 'keep', from: 450, to: 999 },
    ])
  })

  test('of a position further along keep the rest of the line', () => {
    expect(makeDelta(old, toCoordinates(points.slice(123)))).toEqual([{ op: 'keep', from: 123, to: 999 }])
  })

  test('of reordered stops keep the reordered sections', () => {
    const line = toCoordinates([...points.slice(500), ...points.slice(0, 500)])
    expect(makeDelta(old, line)).toEqual([
      { op: 'keep', from: 500, to: 999 },
      { op: 'keep', from: 0, to: 499 },
    ])
  })

  test('of a line with many identical points take about ten times as long for ten times the points', () => {
    const secondsFor = (count: number): number => {
      const repeated = Array.from({ length: count }, () => [41_000_000, -8_000_000] as const)
      const [before, after] = [toCoordinates(repeated), toCoordinates([[0, 0], ...repeated.slice(1)])]
      const runs = Array.from({ length: 5 }, () => {
        const startedAt = process.cpuUsage()
        expect(makeDelta(before, after)).toHaveLength(2)
        const { user, system } = process.cpuUsage(startedAt)
        return (user + system) / 1e6
      })
      return Math.min(...runs)
    }
    expect(secondsFor(100_000) / secondsFor(10_000)).toBeLessThan(40)
  })
})

test('uses the standard CRC-32 checksum', () => {
  const line = toCoordinates(randomLine(seededRandom(3), 77, 1))
  const bytes = new DataView(new ArrayBuffer(77 * 8))
  line.latitude.forEach((latitude, i) => {
    bytes.setInt32(i * 8, latitude, true)
    bytes.setInt32(i * 8 + 4, line.longitude[i], true)
  })
  expect(checksumOf(line)).toBe(crc32(new Uint8Array(bytes.buffer)).toString(16).padStart(8, '0'))
})

test.each([
  ['points', 'abc'],
  ['polyline', [[1, 2]]],
  ['polyline', '\u0001'],
  ['geojson', { type: 'Point' }],
] as [GeometryFormat, never][])('rejects an invalid %s', (format, geometry) => {
  expect(readGeometry(geometry, format)).toBeUndefined()
})

test('completes the steps of a delta from the line and the defaults', () => {
  const brief = { maneuver: { type: 'turn', modifier: 'left' }, name: 'Goes', geometry_range: [1, 2] }
  const points: [number, number][] = [
    [1, 2],
    [1.5, 2.000001],
    [1.6, 2],
  ]
  const complete = { ...brief, leg: 0, mode: 'driving', driving_side: 'right' }
  expect(completeSteps([brief], points, 'points')).toEqual([
    { ...complete, maneuver: { type: 'turn', modifier: 'left', at: [1.5, 2.000001] } },
  ])
  const line = writeGeometry(readGeometry(points, 'points') ?? expect.unreachable(), 'polyline6')
  expect(completeSteps([brief], line, 'polyline6')).toEqual(completeSteps([brief], points, 'points'))
  const reportedStep = { ...brief, leg: 2, mode: 'ferry', driving_side: 'left' }
  expect(completeSteps([reportedStep], points, 'points')).toMatchObject([
    { leg: 2, mode: 'ferry', driving_side: 'left' },
  ])
  expect(() => completeSteps([{ ...brief, geometry_range: [3, 4] }], points, 'points')).toThrow(
    'the line has no point 3',
  )
})

test('keeps the line for a reply without a delta, or reports where to get the new one', () => {
  const points = [
    [1, 2],
    [1.5, 2],
  ] as const
  const base_checksum = checksumOf(readGeometry(points, 'points') ?? expect.unreachable())
  expect(applyDelta(points, 'points', { base_checksum, checksum: base_checksum })).toBe(points)
  expect(() => applyDelta(points, 'points', { base_checksum, checksum: 'ffffffff' })).toThrow(
    new DeltaMismatch('the reply has no delta; when its kind is full, the new line is in its route'),
  )
})

test('throws a named error for a delta that does not match', () => {
  const error = new DeltaMismatch('no')
  expect([error.name, String(error)]).toEqual(['DeltaMismatch', 'DeltaMismatch: no'])
})
