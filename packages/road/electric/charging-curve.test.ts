import { describe, expect, test } from 'vitest'
import { ChargingCurve } from './charging-curve.ts'

const steps = [
  { fromKwh: 0, kw: 50 },
  { fromKwh: 10, kw: 100 },
  { fromKwh: 30, kw: 40 },
  { fromKwh: 45, kw: 10 },
]

describe('a charging curve', () => {
  test('adds up the time of each step at its power', () => {
    const curve = new ChargingCurve(steps, 50, 1000)
    expect(curve.secondsBetween(0, 10)).toBeCloseTo(720, 9)
    expect(curve.secondsBetween(10, 30)).toBeCloseTo(720, 9)
    expect(curve.secondsBetween(20, 40)).toBeCloseTo(360 + 900, 9)
    expect(curve.secondsBetween(45, 50)).toBeCloseTo(1800, 9)
    expect(curve.secondsBetween(30, 30)).toBe(0)
    expect(curve.secondsBetween(40, 20)).toBe(0)
    expect(curve.maxKw).toBe(100)
  })

  test('is limited by the station', () => {
    const curve = new ChargingCurve(steps, 50, 45)
    expect(curve.secondsBetween(0, 30)).toBeCloseTo((30 / 45) * 3600, 9)
    expect(curve.maxKw).toBe(45)
  })

  test('lists where the power drops and rises, and the capacity', () => {
    const curve = new ChargingCurve(steps, 50, 1000)
    expect(curve.dropsKwh).toEqual([30, 45, 50])
    expect(curve.risesKwh).toEqual([10])
    const limited = new ChargingCurve(steps, 50, 30)
    expect(limited.dropsKwh).toEqual([45, 50])
    expect(limited.risesKwh).toEqual([])
  })

  test('must begin with an empty battery and have positive power', () => {
    expect(() => new ChargingCurve(steps.slice(1), 50, 100)).toThrow('a charging curve must cover all charges')
    expect(() => new ChargingCurve(steps, 50, 0)).toThrow('a charging curve must cover all charges')
  })
})
