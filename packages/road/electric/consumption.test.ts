import { describe, expect, test } from 'vitest'
import { createConsumptionModel, toEnergyKwh } from './consumption.ts'
import { defaultElectricCar } from './default-vehicles.ts'

const car = {
  ...defaultElectricCar,
  massKg: 2000,
  rollingResistance: 0.01,
  drivetrainEfficiency: 0.8,
  auxiliaryKw: 0.5,
}

describe('the energy of a road', () => {
  test('adds rolling resistance, drag and auxiliary power', () => {
    const speed = 25
    const model = createConsumptionModel({ ...car, dragCoefficient: 0.3, frontalAreaM2: 2 }, 20)
    // Expected forces: 2000 kg · 9.81 · 0.01 = 196.2 N and 0.5 · 353.05/293.15 · 0.3 · 2 · 25² =
    // 225.81 N. The trip is 10 km in 400 s.
    const wheelJoules = (196.2 + 0.5 * (353.05 / 293.15) * 0.6 * 625) * 10_000
    const expected = (wheelJoules / 0.8 + 500 * 400) / 3.6e6
    expect(toEnergyKwh(model, 10_000, 10_000 * speed ** 2, 400)).toBeCloseTo(expected, 12)
    expect(expected).toBeCloseTo(1.5208, 3)
  })

  test('grows with the square of the speed', () => {
    const model = createConsumptionModel({ ...car, massKg: 0, auxiliaryKw: 0 }, 20)
    const energyAt = (speed: number) => toEnergyKwh(model, 1000, 1000 * speed ** 2, 1000 / speed)
    expect(energyAt(30) / energyAt(15)).toBeCloseTo(4, 12)
  })

  test('equals the flat figure at any speed', () => {
    const model = createConsumptionModel({ kwhPer100Km: 18 }, 20)
    expect(toEnergyKwh(model, 100_000, 1e9, 3600)).toBeCloseTo(18, 12)
    expect(toEnergyKwh(model, 50_000, 0, 36_000)).toBeCloseTo(9, 12)
  })

  test('includes heating below 18 °C and cooling above 24 °C, by time', () => {
    const climateKw = (temperatureC: number) =>
      toEnergyKwh(createConsumptionModel({ kwhPer100Km: 1 }, temperatureC), 0, 0, 3600)
    expect([18, 20, 24].map(climateKw)).toEqual([0, 0, 0])
    expect(climateKw(0)).toBeCloseTo(1.8, 12)
    expect(climateKw(-10)).toBeCloseTo(2.8, 12)
    expect(climateKw(34)).toBeCloseTo(0.6, 12)
    expect(climateKw(-60)).toBe(6)
  })

  test('rises uphill with the weight, and falls downhill by the recovered energy', () => {
    const model = createConsumptionModel({ ...car, auxiliaryKw: 0 }, 20)
    const level = toEnergyKwh(model, 1000, 0, 60)
    const on = (ascentMeters: number, descentMeters: number) =>
      toEnergyKwh(model, 1000, 0, 60, { ascentMeters, descentMeters })
    // The potential energy is 2000 kg · 9.81 · 50 m = 981 kJ at the wheels.
    expect(on(50, 0) - level).toBeCloseTo(981_000 / 0.8 / 3.6e6, 12)
    // Downhill, the vehicle recovers 80 % of this energy, which is more than the 196.2 N · 1000 m of rolling
    // resistance.
    expect(on(0, 50) - level).toBeCloseTo((-981_000 * 0.8) / 3.6e6, 12)
    expect(on(0, 50)).toBeLessThan(0)
    expect(on(0, 0)).toBe(level)
    for (let meters = 0; meters < 100; meters += 5) {
      expect(on(meters + 5, 20)).toBeGreaterThan(on(meters, 20))
      expect(on(20, meters + 5)).toBeLessThan(on(20, meters))
      expect(on(meters, meters)).toBeGreaterThanOrEqual(level)
    }
  })

  test('of a vehicle without a known mass ignores climbs', () => {
    const model = createConsumptionModel({ kwhPer100Km: 18 })
    expect(toEnergyKwh(model, 1000, 0, 60, { ascentMeters: 500, descentMeters: 3 })).toBe(
      toEnergyKwh(model, 1000, 0, 60),
    )
  })

  test('of the default car is realistic at 50 and 120 km/h', () => {
    const model = createConsumptionModel(defaultElectricCar)
    const per100Km = (kmh: number) => toEnergyKwh(model, 1e5, 1e5 * (kmh / 3.6) ** 2, 3.6e5 / kmh)
    expect(per100Km(50)).toBeGreaterThan(9)
    expect(per100Km(50)).toBeLessThan(13)
    expect(per100Km(120)).toBeGreaterThan(19)
    expect(per100Km(120)).toBeLessThan(25)
  })
})
