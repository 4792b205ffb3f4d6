import { describe, expect, test } from 'vitest'
import { planCharging } from './charge-planner.ts'
import type { ChargeProblem, LegCost } from './charge-problem.ts'
import { ChargingCurve } from './charging-curve.ts'
import { findRangeGap } from './find-gap.ts'
import { randomProblem } from './testing/random-problem.ts'

/**
 * Builds a problem with nodes on a line in this order: origin, destination, stations. The vehicle uses one kWh per
 * kilometer.
 */
function onALine(kilometers: readonly number[], fields: Partial<ChargeProblem> = {}): ChargeProblem {
  const cells = kilometers.flatMap((from) => kilometers.map((to) => Math.abs(from - to)))
  const stationCount = kilometers.length - 2
  return {
    capacityKwh: 50,
    startKwh: 30,
    minKwh: 5,
    arriveKwh: 5,
    stopSeconds: 300,
    viaCount: 0,
    curves: Array.from({ length: stationCount }, () => new ChargingCurve([{ fromKwh: 0, kw: 50 }], 50, 50)),
    durationSeconds: Float64Array.from(cells, (km) => 60 * km),
    energyKwh: Float64Array.from(cells),
    ...fields,
  }
}

describe('the gap of an impossible trip', () => {
  test('is on the first leg if no station is in range', () => {
    expect(findRangeGap(onALine([0, 100, 40, 70]))).toEqual({
      path: [],
      leg: { from: 0, to: 2, stageFrom: 0, stageTo: 0 },
      legKwh: 40,
      usableKwh: 25,
      missingKwh: 15,
    })
  })

  test('is after the stations in range', () => {
    const gap = findRangeGap(onALine([0, 100, 20, 68]))
    expect(gap).toMatchObject({ path: [{ from: 0, to: 2 }], leg: { from: 2, to: 3 }, legKwh: 48, usableKwh: 45 })
    expect(gap?.missingKwh).toBeCloseTo(3, 9)
  })

  test('takes the minimum charge on arrival into account', () => {
    const gap = findRangeGap(onALine([0, 40, 20], { arriveKwh: 40 }))
    expect(gap).toMatchObject({ leg: { from: 2, to: 1 }, legKwh: 20, usableKwh: 10, missingKwh: 10 })
  })

  test('may be after a via point that is out of range', () => {
    // The shortfall is 20 kWh to the station, 2 kWh to the via point, and 3 kWh to the destination.
    const kilometers = [0, 27, 28, 45]
    const viaCount = 1
    const curves = [new ChargingCurve([{ fromKwh: 0, kw: 50 }], 50, 50)]
    expect(findRangeGap(onALine(kilometers, { viaCount, curves }))).toMatchObject({
      leg: { from: 0, to: 2, stageFrom: 0, stageTo: 1 },
      missingKwh: 3,
    })
  })

  test('exists only if there is no plan, and has the smallest shortfall of all legs out of range', () => {
    const counts = { gaps: 0, none: 0 }
    for (let seed = 1; seed <= 200; seed++) {
      const problem = randomProblem(seed, 12)
      const gap = findRangeGap(problem)
      const misses = listMisses(problem)
      if (planCharging(problem)) {
        expect(gap, `seed ${seed}`).toBeUndefined()
        continue
      }
      if (misses.length > 0) {
        expect(gap?.missingKwh, `seed ${seed}`).toBe(Math.min(...misses))
        expect(gap?.missingKwh, `seed ${seed}`).toBeGreaterThan(0)
        counts.gaps++
      } else {
        expect(gap, `seed ${seed}`).toBeUndefined()
        counts.none++
      }
    }
    expect(counts.gaps).toBeGreaterThan(20)
    expect(counts.none).toBeLessThan(counts.gaps)
  })

  test('is found without following legs far beyond the range', () => {
    // There is a via point every 10 km, with two stations at each. The battery lasts for 45 km, and the road is 400 km
    // long.
    const viaCount = 39
    const trip = Array.from({ length: viaCount + 2 }, (_, index) => 10 * index)
    const stations = trip.slice(0, 20).flatMap((km) => [km + 1, km + 2])
    const curves = stations.map(() => new ChargingCurve([{ fromKwh: 0, kw: 50 }], 50, 50))
    let lookups = 0
    const measuredLegs = new (class extends Map<number, LegCost> {
      override get(key: number): LegCost | undefined {
        lookups++
        return super.get(key)
      }
    })()
    const gap = findRangeGap(onALine([...trip, ...stations], { viaCount, curves, measuredLegs }))
    expect(gap).toBeDefined()
    // Looking up all legs of all reached stations would take hundreds of thousands of lookups.
    expect(lookups).toBeLessThan(20_000)
    expect(lookups).toBeGreaterThan(0)
  })
})

/**
 * Returns the missing energy of all legs out of range, found by trying every leg from every reachable state. Infinite
 * values are omitted.
 */
function listMisses(problem: ChargeProblem): number[] {
  const { viaCount, curves, energyKwh, capacityKwh, startKwh, minKwh, arriveKwh } = problem
  const [destination, nodes] = [viaCount + 1, viaCount + 2 + curves.length]
  const states = ['0 0']
  const misses = new Map<string, number>()
  for (const state of states) {
    const [from = 0, stageFrom = 0] = state.split(' ').map(Number)
    for (let stageTo = stageFrom; stageTo <= viaCount; stageTo++) {
      const ends = [...curves.keys()].map((index) => viaCount + 2 + index)
      for (const to of stageTo === viaCount ? [...ends, destination] : ends) {
        if (to === from && stageTo === stageFrom) continue
        const vias = Array.from({ length: stageTo - stageFrom }, (_, index) => stageFrom + 1 + index)
        const path = [from, ...vias, to]
        const kwh = path.slice(1).reduce((sum, node, index) => sum + energyKwh[path[index] * nodes + node], 0)
        const missing = kwh - (from === 0 ? startKwh : capacityKwh) + (to === destination ? arriveKwh : minKwh)
        const key = `${to} ${stageTo}`
        if (missing > 0) misses.set(key, Math.min(missing, misses.get(key) ?? Number.POSITIVE_INFINITY))
        else if (!states.includes(key)) states.push(key)
      }
    }
  }
  return [...misses].filter(([key, missing]) => !states.includes(key) && Number.isFinite(missing)).map(([, kwh]) => kwh)
}
