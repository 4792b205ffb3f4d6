import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import {
  findRun,
  kmhOf,
  noTypicalSpeeds,
  packRun,
  runBegin,
  runLength,
  speedCode,
  type TypicalSpeeds,
  typicalKmh,
  weightCode,
  weightOf,
} from './typical-speeds.ts'
import { DAY_SLOTS, WEEK_SLOTS, weekSlotAt } from './week-slots.ts'

test('stores speeds to within one percent, and weights to within a sixteenth of a doubling', () => {
  for (let kmh = 2; kmh < 300; kmh *= 1.007) expect(Math.abs(kmhOf(speedCode(kmh)) / kmh - 1)).toBeLessThan(0.0101)
  for (let weight = 1 / 8; weight < 7000; weight *= 1.01) {
    expect(Math.abs(Math.log2(weightOf(weightCode(weight)) / weight))).toBeLessThan(1 / 31)
  }
  for (const speed of [0.1, 1e6]) expect(kmhOf(speedCode(speed))).toBeGreaterThan(1.9)
  for (let code = 1; code < 256; code++)
    expect([speedCode(kmhOf(code)), weightCode(weightOf(code))]).toEqual([code, code])
})

test('stores the start and length of a run', () => {
  for (let begin = 0; begin < WEEK_SLOTS; begin += 7) {
    for (const length of [1, 2, 33, 64]) {
      const run = packRun(begin, length)
      expect([runBegin(run), runLength(run), run < 65536]).toEqual([begin, length, true])
    }
  }
})

test('starts the quarter hours of the week on Monday at midnight, local time', () => {
  const monday = Date.UTC(2026, 10, 16) / 1000
  expect(weekSlotAt(monday, 0)).toBe(0)
  expect(weekSlotAt(monday - 1, 0)).toBe(WEEK_SLOTS - 1)
  expect(weekSlotAt(monday, 3600)).toBe(4)
  expect(weekSlotAt(monday, -3600)).toBe(WEEK_SLOTS - 4)
  expect(weekSlotAt(monday + 5 * 86_400 + 8.5 * 3600, 0)).toBe(5 * DAY_SLOTS + 34)
  expect(weekSlotAt(-1, 0)).toBe(3 * DAY_SLOTS - 1)
})

function randomSpeeds(random: () => number): TypicalSpeeds {
  const [first, run, speed, weight]: number[][] = [[0], [], [], []]
  for (let arc = 0; arc < 20; arc++) {
    for (let slot = 0; slot < WEEK_SLOTS; ) {
      const length = Math.min(WEEK_SLOTS - slot, 1 + Math.floor(random() * 64))
      if (random() < 0.4) {
        run.push(packRun(slot, length))
        speed.push(1 + Math.floor(random() * 255))
        weight.push(1 + Math.floor(random() * 255))
      }
      slot += length
    }
    first.push(run.length)
  }
  return {
    arcCount: 20,
    first: Uint32Array.from(first),
    run: Uint16Array.from(run),
    speed: Uint8Array.from(speed),
    weight: Uint8Array.from(weight),
  }
}

test('finds the same run as a full scan', () => {
  const speeds = randomSpeeds(seededRandom(8))
  for (let arc = 0; arc < speeds.arcCount; arc++) {
    for (let slot = 0; slot < WEEK_SLOTS; slot++) {
      let truth = -1
      for (let i = speeds.first[arc]; i < speeds.first[arc + 1]; i++) {
        const begin = runBegin(speeds.run[i])
        if (slot >= begin && slot < begin + runLength(speeds.run[i])) truth = i
      }
      expect(findRun(speeds, arc, slot)).toBe(truth)
      if (truth >= 0) expect(typicalKmh(speeds, arc, slot)).toBe(kmhOf(speeds.speed[truth]))
    }
  }
})

test('falls back to the same hour on other days of the same kind, and to nothing if they have no data', () => {
  const monday = packRun(40, 1)
  const saturday = packRun(5 * DAY_SLOTS + 40, 1)
  const speeds: TypicalSpeeds = {
    arcCount: 2,
    first: Uint32Array.of(0, 2, 2),
    run: Uint16Array.of(monday, saturday),
    speed: Uint8Array.of(speedCode(30), speedCode(60)),
    weight: Uint8Array.of(weightCode(4), weightCode(4)),
  }
  expect(typicalKmh(speeds, 0, 3 * DAY_SLOTS + 40)).toBeCloseTo(30, 0)
  expect(typicalKmh(speeds, 0, 6 * DAY_SLOTS + 40)).toBeCloseTo(60, 0)
  expect(typicalKmh(speeds, 0, 41)).toBeNaN()
  expect(typicalKmh(speeds, 1, 40)).toBeNaN()
  expect(typicalKmh(noTypicalSpeeds(5), 4, 40)).toBeNaN()
})
