import { describe, expect, test } from 'vitest'
import { planCharging } from './charge-planner.ts'
import type { ChargeProblem } from './charge-problem.ts'
import { ChargingCurve } from './charging-curve.ts'
import { findRangeGap } from './find-gap.ts'
import { randomProblem } from './testing/random-problem.ts'

/** Nodes on a line: origin, destination, stations. One kWh per kilometer. */
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

  test('counts the charge on arrival', () => {
    const gap = findRangeGap(onALine([0, 40, 20], { arriveKwh: 40 }))
    expect(gap).toMatchObject({ leg: { from: 2, to: 1 }, legKwh: 20, usableKwh: 10, missingKwh: 10 })
  })

  test('exists exactly if there is no plan', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const problem = randomProblem(seed, 12)
      const plan = planCharging(problem)
      if (plan) expect(findRangeGap(problem), `seed ${seed}`).toBeUndefined()
      else if (Number.isFinite(findRangeGap(problem)?.missingKwh)) {
        expect(findRangeGap(problem)?.missingKwh, `seed ${seed}`).toBeGreaterThan(0)
      }
    }
  })
})
