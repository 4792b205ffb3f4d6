import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { expect, test } from 'vitest'
import { Passages } from '../passages.ts'
import { type LearnOptions, learnTypicalSpeeds, typicalWeight } from './learn-typical.ts'
import { writeTypical } from './typical-file.ts'
import { findRun, kmhOf, noTypicalSpeeds, type TypicalSpeeds } from './typical-speeds.ts'
import { WEEK_SLOTS } from './week-slots.ts'

const monday = Date.UTC(2026, 10, 16) / 1000
const utc: LearnOptions = { utcOffsetSeconds: () => 0, decay: 1 }

function passagesOf(seen: readonly (readonly [arc: number, slot: number, kmh: number])[]): Passages {
  const passages = new Passages()
  for (const [arc, slot, kmh] of seen) passages.add(arc, 3.6 / kmh, monday + 900 * slot + 1, 1)
  return passages
}

function speedAt(speeds: TypicalSpeeds, arc: number, slot: number): number {
  const run = findRun(speeds, arc, slot)
  return run < 0 ? Number.NaN : kmhOf(speeds.speed[run])
}

test('stores a single trip only at its time', () => {
  const speeds = learnTypicalSpeeds(noTypicalSpeeds(3), passagesOf([[1, 100, 40]]), utc)
  expect(speedAt(speeds, 1, 100)).toBeCloseTo(40, 0)
  expect(typicalWeight(speeds, 1, 100)).toBeCloseTo(1, 1)
  for (const [arc, slot] of [
    [1, 99],
    [1, 101],
    [0, 100],
    [2, 100],
  ])
    expect(speedAt(speeds, arc, slot)).toBeNaN()
})

test('merges only adjacent slots of similar speed into one run', () => {
  const flat = Array.from({ length: WEEK_SLOTS }, (_, slot) => [0, slot, 50 + (slot % 3)] as const)
  const speeds = learnTypicalSpeeds(noTypicalSpeeds(1), passagesOf(flat), utc)
  expect(speeds.run.length).toBe(Math.ceil(WEEK_SLOTS / 64))
  const jam = flat.map(([arc, slot, kmh]) => [arc, slot, slot >= 30 && slot < 36 ? 15 : kmh] as const)
  const jammed = learnTypicalSpeeds(noTypicalSpeeds(1), passagesOf(jam), utc)
  expect(speedAt(jammed, 0, 29)).toBeGreaterThan(48)
  expect(speedAt(jammed, 0, 32)).toBeCloseTo(15, 0)
  expect(speedAt(jammed, 0, 36)).toBeGreaterThan(48)
})

test('gives the same result from many updates as from all passages at once, apart from rounding and runs', () => {
  const random = seededRandom(4)
  const arcs = 12
  const truth = (arc: number, slot: number) => 30 + 3 * arc + (slot % 96 > 30 && slot % 96 < 38 ? -20 : 0)
  let speeds = noTypicalSpeeds(arcs)
  const sums = new Map<string, { weight: number; pace: number }>()
  for (let week = 0; week < 8; week++) {
    const seen = Array.from({ length: 4000 }, () => {
      const [arc, slot] = [Math.floor(random() * (arcs - 2)), Math.floor(random() * WEEK_SLOTS)]
      return [arc, slot, truth(arc, slot) * (0.9 + 0.2 * random())] as const
    })
    for (const [arc, slot, kmh] of seen) {
      const sum = sums.get(`${arc} ${slot}`) ?? { weight: 0, pace: 0 }
      sums.set(`${arc} ${slot}`, { weight: sum.weight + 1, pace: sum.pace + 1 / kmh })
    }
    const before = structuredClone(speeds)
    const next = learnTypicalSpeeds(speeds, passagesOf(seen), utc)
    expect(speeds, 'the old speeds do not change').toEqual(before)
    speeds = next
  }
  let [error, cells] = [0, 0]
  for (const [key, { weight, pace }] of sums) {
    const [arc, slot] = key.split(' ').map(Number)
    expect(typicalWeight(speeds, arc, slot)).toBeGreaterThan(0)
    error += Math.abs(speedAt(speeds, arc, slot) / (weight / pace) - 1)
    cells++
  }
  // Vehicles differ by up to 10 % in both directions. The mean of a run is closer to the true speed than a single cell.
  expect(error / cells).toBeLessThan(0.05)
  for (let arc = 0; arc < arcs - 2; arc++) {
    for (const slot of [20, 34, 60])
      expect(Math.abs(speedAt(speeds, arc, slot) / truth(arc, slot) - 1)).toBeLessThan(0.12)
  }
  expect(speeds.first[arcs] - speeds.first[arcs - 2]).toBe(0)
})

test('weights old data less, and finally drops it', () => {
  const fading: LearnOptions = { ...utc, decay: 0.5 }
  let speeds = learnTypicalSpeeds(
    noTypicalSpeeds(2),
    passagesOf([
      [0, 5, 60],
      [0, 5, 60],
      [1, 7, 30],
    ]),
    utc,
  )
  speeds = learnTypicalSpeeds(speeds, passagesOf([[0, 5, 30]]), fading)
  expect(speedAt(speeds, 0, 5)).toBeCloseTo(2 / (1 / 60 + 1 / 30), 0)
  expect(typicalWeight(speeds, 1, 7)).toBeCloseTo(0.5, 1)
  for (let week = 0; week < 4; week++) speeds = learnTypicalSpeeds(speeds, new Passages(), fading)
  expect(speedAt(speeds, 1, 7)).toBeNaN()
  expect(speeds.run.length).toBeLessThan(2)
})

test('uses the local time of the road', () => {
  const summer = learnTypicalSpeeds(noTypicalSpeeds(1), passagesOf([[0, 100, 40]]), {
    ...utc,
    utcOffsetSeconds: () => 7200,
  })
  expect(speedAt(summer, 0, 108)).toBeCloseTo(40, 0)
})

const sensors = sharedPath('data/traffic/metr_la_week_los_speed.csv.gz')
const hasSensors = existsSync(sensors)
if (!hasSensors)
  console.warn('\n*** SKIPPED: no sensor data of Los Angeles next to the repository (../shared/data/traffic) ***\n')

test.runIf(hasSensors)(
  'a week of data from 207 sensors in Los Angeles takes few bytes per sensor and stays close to the measurements',
  () => {
    const rows = gunzipSync(readFileSync(sensors)).toString().trim().split('\n').slice(1)
    const passages = new Passages()
    const truth = new Map<string, number[]>()
    rows.forEach((row, i) => {
      row.split(',').forEach((mph, arc) => {
        const kmh = 1.609 * Number(mph)
        // Zero means that the sensor was out of order.
        if (!(kmh > 1)) return
        passages.add(arc, 3.6 / kmh, monday + 300 * i, 1)
        const key = `${arc} ${Math.floor(i / 3) % WEEK_SLOTS}`
        truth.set(key, [...(truth.get(key) ?? []), 1 / kmh])
      })
    })
    const speeds = learnTypicalSpeeds(noTypicalSpeeds(207), passages, utc)
    const bytes = writeTypical(speeds, 1).length / 207
    let [error, cells] = [0, 0]
    for (const [key, paces] of truth) {
      const [arc, slot] = key.split(' ').map(Number)
      const mean = paces.length / paces.reduce((sum, pace) => sum + pace, 0)
      error += Math.abs(speedAt(speeds, arc, slot) / mean - 1)
      cells++
    }
    console.info(
      `Los Angeles: ${bytes.toFixed(0)} bytes per sensor and week, ${((100 * error) / cells).toFixed(1)} % off`,
    )
    expect(bytes).toBeLessThan(400)
    expect(error / cells).toBeLessThan(0.05)
  },
)
