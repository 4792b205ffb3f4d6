import { expect, test } from 'vitest'
import { type MatrixResult, NO_ENERGY, NO_PATH } from './cells/matrix-numbers.ts'
import { MatrixWriter } from './reply-writer.ts'

const snapped = (count: number): MatrixResult['origins'] => ({
  latitude: Array.from({ length: count }, (_, i) => -34_900_000 - i),
  longitude: Array.from({ length: count }, (_, i) => -56_100_000 + i),
  distanceMeters: Array.from({ length: count }, (_, i) => i / 4),
  name: Array.from({ length: count }, (_, i) => `Calle "${i}" Ñ`),
})

function numbersOf(rows: number, columns: number): MatrixResult {
  const cells = (factor: number) =>
    Int32Array.from({ length: rows * columns }, (_, i) => (i % 7 === 3 ? -1 : i * factor))
  return {
    rows,
    columns,
    values: { distance: cells(37), duration: cells(11), free_flow: cells(5) },
    origins: snapped(rows),
    destinations: snapped(columns),
    data: { region: 'a', dataset: 'b', attribution: '© c' },
    snapshotAtMs: Date.UTC(2026, 10, 16),
    trafficSource: 'live',
  }
}

const rowsOf = (cells: Int32Array | undefined, columns: number, scale: number) =>
  Array.from({ length: (cells?.length ?? 0) / columns }, (_, row) =>
    Array.from(cells?.subarray(row * columns, (row + 1) * columns) ?? [], (value) =>
      value < 0 ? null : value / scale,
    ),
  )

test.each([
  [1, 1],
  [3, 5],
  [120, 130],
])('writes %i × %i in chunks identical to the whole reply, with the right values', (rows, columns) => {
  const writer = new MatrixWriter()
  const numbers = numbersOf(rows, columns)
  const whole = Buffer.from(writer.writeAll(numbers)).toString()
  expect(Buffer.concat([...writer.writeChunks(numbers, '')]).toString()).toBe(whole)
  const reply = JSON.parse(whole)
  expect(reply.distances_km).toEqual(rowsOf(numbers.values.distance, columns, 1e4))
  expect(reply.durations_min).toEqual(rowsOf(numbers.values.duration, columns, 1e3))
  expect(reply.free_flow_min).toEqual(rowsOf(numbers.values.free_flow, columns, 1e3))
  expect(reply.snapped.origins).toHaveLength(rows)
  expect(reply.snapped.destinations[0]).toEqual({ at: [-34.9, -56.1], distance_m: 0, name: 'Calle "0" Ñ' })
  expect(reply).toMatchObject({
    traffic: { source: 'live', snapshot_at: '2026-11-16T00:00:00.000Z' },
    data: numbers.data,
  })
})

test('writes energies, which can be negative, and whether trips are in range', () => {
  const writer = new MatrixWriter()
  const values = {
    energy: Int32Array.of(0, -1, 1500, NO_ENERGY, -12_345, 2 ** 31 - 1),
    in_range: Int32Array.of(1, 1, 0, NO_PATH, 1, 0),
  }
  const numbers = { ...numbersOf(2, 3), values }
  const whole = Buffer.from(writer.writeAll(numbers)).toString()
  expect(Buffer.concat([...writer.writeChunks(numbers, '')]).toString()).toBe(whole)
  const { energies_kwh, in_range, distances_km } = JSON.parse(whole)
  expect(energies_kwh).toEqual([
    [0, -0.001, 1.5],
    [null, -12.345, 2147483.647],
  ])
  expect(in_range).toEqual([
    [true, true, false],
    [null, true, false],
  ])
  expect(distances_km).toBeUndefined()
})

test('can interleave the chunks of two replies', () => {
  const writer = new MatrixWriter()
  const [one, two] = [numbersOf(100, 150), numbersOf(150, 100)]
  const expected = [one, two].map((numbers) => Buffer.from(writer.writeAll(numbers)).toString())
  const open = [writer.writeChunks(one, ''), writer.writeChunks(two, '["w"]')] as const
  const texts = ['', '']
  for (let ended = 0; ended < 2; ) {
    ended = 0
    open.forEach((pieces, index) => {
      const { value, done } = pieces.next()
      if (done) ended++
      else texts[index] += value.toString()
    })
  }
  expect(texts[0]).toBe(expected[0])
  expect(JSON.parse(texts[1] ?? '')).toEqual({ ...JSON.parse(expected[1] ?? ''), warnings: ['w'] })
})

test('keeps a small reply that is written between two chunks out of the larger one', () => {
  const writer = new MatrixWriter()
  const [large, small] = [numbersOf(150, 150), numbersOf(3, 3)]
  const expected = Buffer.from(writer.writeAll(large)).toString()
  let text = ''
  let chunks = 0
  for (const chunk of writer.writeChunks(large, '')) {
    text += chunk.toString()
    chunks++
    JSON.parse(Buffer.from(writer.writeAll(small)).toString())
  }
  expect(chunks).toBeGreaterThan(2)
  expect(text).toBe(expected)
})

test('omits unrequested and unknown values', () => {
  const numbers = {
    ...numbersOf(2, 2),
    values: { duration: Int32Array.of(1, 2, 3, 4) },
    snapshotAtMs: undefined,
    trafficSource: 'none' as const,
  }
  const reply = JSON.parse(Buffer.from(new MatrixWriter().writeAll(numbers)).toString())
  expect(Object.keys(reply)).toEqual(['durations_min', 'snapped', 'traffic', 'data'])
  expect(reply.traffic).toEqual({ source: 'none', snapshot_at: null })
})
