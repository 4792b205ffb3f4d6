import { seededRandom } from '@fairway/geo'
import { expect, test } from 'vitest'
import { TravelMode } from '../network/attributes.ts'
import { defaultProfile, type TravelProfile } from '../profiles/car-weights.ts'
import { passengerCar } from '../profiles/vehicle-access.ts'
import type { PlannedLeg } from '../route/leg.ts'
import { attributesOfLeg } from '../route/leg-attributes.ts'
import { NO_ID } from '../sentinels.ts'
import { randomNetwork } from '../testing/random-network.ts'
import { withRandomTerrain } from '../testing/random-terrain.ts'
import { type FuelVehicle, fuelLiters } from './fuel.ts'
import { fuelVehicleOf } from './fuel-vehicle.ts'

const level = randomNetwork(seededRandom(8), { columns: 4, rows: 4 })
const hilly = withRandomTerrain(seededRandom(9), level)
const snap = {
  edge: 0,
  fraction: 0,
  segment: 0,
  segmentShare: 0,
  latitude: 0,
  longitude: 0,
  distanceMeters: 0,
  sides: 3,
}
const driven = Array.from({ length: level.arcs.count }, (_, arc) => arc).find((arc) => isDriven(arc)) ?? 0

function isDriven(arc: number): boolean {
  const side = level.arcs.edgeSide[arc]
  return level.roads.mode[2 * level.edges.road[side >>> 1] + (side & 1)] === TravelMode.driving
}

function legOn(arc: number, startFraction = 0, endFraction = 1): PlannedLeg {
  return {
    arcs: Uint32Array.of(arc),
    turns: new Uint32Array(0),
    startFraction,
    endFraction,
    weight: 0,
    start: snap,
    end: snap,
  }
}

function vehicleOf(profile: Partial<TravelProfile>): FuelVehicle {
  return fuelVehicleOf({ ...defaultProfile, ...profile }) ?? expect.unreachable()
}

/** Computes the fuel independently from the length and the duration of one road. */
function litersByHand(vehicle: FuelVehicle, arc: number, risenMeters = 0): number {
  const meters = level.edges.lengthCm[level.arcs.edgeSide[arc] >>> 1] / 100
  const seconds = level.arcs.duration[arc] / 100
  const speed = meters / ((level.arcs.duration[arc] - level.arcs.delay[arc]) / 100)
  const force =
    vehicle.massKg * 9.81 * vehicle.rollingResistance +
    0.5 * 1.204 * vehicle.dragCoefficient * vehicle.frontalAreaM2 * speed ** 2
  const wheel = Math.max(0, force * meters + vehicle.massKg * 9.81 * risenMeters)
  return (wheel / vehicle.efficiency + vehicle.engineKw * 1000 * seconds) / 1e6 / vehicle.fuel.megajoulesPerLiter
}

test('adds the energy that the engine needs to the work at the wheels', () => {
  for (const profile of [
    {},
    { name: 'motorcycle' },
    { name: 'truck', vehicle: { ...passengerCar, weightTons: 40 } },
  ] as const) {
    const vehicle = vehicleOf(profile)
    const leg = legOn(driven)
    expect(fuelLiters(level, vehicle, leg, attributesOfLeg(level, leg))).toBeCloseTo(litersByHand(vehicle, driven), 9)
    const half = legOn(driven, 0.25, 0.75)
    expect(fuelLiters(level, vehicle, half, attributesOfLeg(level, half))).toBeCloseTo(
      litersByHand(vehicle, driven) / 2,
      9,
    )
  }
})

test('burns more uphill, and never returns fuel downhill', () => {
  const vehicle = vehicleOf({})
  let steep = 0
  for (let arc = 0; arc < level.arcs.count; arc++) {
    if (!isDriven(arc)) continue
    const side = level.arcs.edgeSide[arc]
    const { ascentDm, descentDm } = hilly.terrain ?? expect.unreachable()
    const net = (ascentDm[side >>> 1] - descentDm[side >>> 1]) / 10
    const leg = legOn(arc)
    const liters = fuelLiters(hilly, vehicle, leg, attributesOfLeg(hilly, leg))
    expect(liters).toBeCloseTo(litersByHand(vehicle, arc, side % 2 === 0 ? net : -net), 9)
    if (liters <= (vehicle.engineKw * level.arcs.duration[arc]) / 1e5 / vehicle.fuel.megajoulesPerLiter + 1e-9) steep++
  }
  expect(steep, 'roads on which the car coasts').toBeGreaterThan(0)
})

test('includes the additional time in traffic, with less drag', () => {
  const vehicle = vehicleOf({})
  const leg = legOn(driven)
  const usual = attributesOfLeg(level, leg)
  const slow = { durationCs: usual.durationCs.map((value) => 2 * value) }
  const drag = (factor: number) =>
    fuelLiters(level, { ...vehicle, massKg: 0, engineKw: 0 }, leg, {
      durationCs: usual.durationCs.map((value) => factor * value),
    })
  expect(drag(2)).toBeCloseTo(drag(1) / 4, 12)
  const engine = { ...vehicle, massKg: 0, dragCoefficient: 0 }
  expect(fuelLiters(level, engine, leg, slow)).toBeCloseTo(2 * fuelLiters(level, engine, leg, usual), 12)
})

test('burns nothing on ferries, on foot and on a bicycle', () => {
  const ferry = {
    ...level,
    arcs: { ...level.arcs },
    roads: { ...level.roads, mode: level.roads.mode.map(() => TravelMode.ferry) },
  }
  const leg = { ...legOn(driven), turns: Uint32Array.of(NO_ID) }
  expect(fuelLiters(ferry, vehicleOf({}), leg, attributesOfLeg(ferry, leg))).toBe(0)
  for (const network of ['foot', 'bicycle'] as const)
    expect(fuelVehicleOf({ ...defaultProfile, network })).toBeUndefined()
})

/** Returns the consumption at constant speed on a level road, in liters per 100 km. */
function consumption(vehicle: FuelVehicle, kmh: number): number {
  const speed = kmh / 3.6
  const force =
    vehicle.massKg * 9.81 * vehicle.rollingResistance +
    0.5 * 1.204 * vehicle.dragCoefficient * vehicle.frontalAreaM2 * speed ** 2
  const watts = (force * speed) / vehicle.efficiency + vehicle.engineKw * 1000
  return (watts * (100_000 / speed)) / 1e6 / vehicle.fuel.megajoulesPerLiter
}

test('matches the consumption of typical vehicles', () => {
  const truck = (weightTons: number) => ({ ...passengerCar, weightTons, heightMeters: 4, widthMeters: 2.55 })
  expect(consumption(vehicleOf({}), 100)).toBeGreaterThan(4.5)
  expect(consumption(vehicleOf({}), 100)).toBeLessThan(6)
  expect(consumption(vehicleOf({}), 130)).toBeGreaterThan(consumption(vehicleOf({}), 100) + 1)
  expect(consumption(vehicleOf({ name: 'truck', vehicle: truck(40) }), 80)).toBeGreaterThan(25)
  expect(consumption(vehicleOf({ name: 'truck', vehicle: truck(40) }), 80)).toBeLessThan(36)
  const light = vehicleOf({ vehicle: { ...passengerCar, weightTons: 3.5 } })
  expect([light.massKg, vehicleOf({ vehicle: truck(7.5) }).fuel.name, light.fuel.name]).toEqual([
    3500,
    'diesel',
    'gasoline',
  ])
})
