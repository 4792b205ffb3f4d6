import { type ChargePlan, type ChargingCurve, energyAlongLeg, type LegCost, type PlannedLeg } from '@fairway/road'
import type { MetricSnapshot } from '../../../../maps/metrics/metric-cache.ts'
import type { Region } from '../../../../maps/regions/region.ts'
import { measureTrip, type Trip, type TripTime } from '../trip.ts'
import type { ElectricQuery } from './request.ts'

/** Part of a trip between two charging stops, with several legs if it contains via points. */
export interface DrivenPart {
  readonly legs: readonly PlannedLeg[]
}

/** Simulated trip with its charging stops. */
export interface ChargedTrip {
  readonly trip: Trip
  /** Charge in kWh at the start of each arc and at the end, by leg. */
  readonly chargeKwh: readonly (readonly number[])[]
  readonly stops: readonly DrivenStop[]
  /** Energy and duration of each part. */
  readonly costs: readonly LegCost[]
}

interface DrivenStop {
  /** Index of the leg that ends at the stop. */
  readonly leg: number
  readonly station: number
  readonly arriveKwh: number
  readonly departKwh: number
  readonly chargeSeconds: number
  readonly arriveMs: number
  readonly departMs: number
}

/**
 * Number of simulation rounds. Charging times depend on the energy used, which depends on the traffic after earlier
 * stops. Two rounds are enough.
 */
const SIMULATION_ROUNDS = 2

/** Simulates a plan: tracks the time through traffic and stops, and the charge along every road. */
export function driveTrip(
  region: Region,
  snapshot: MetricSnapshot,
  time: TripTime,
  electricQuery: ElectricQuery,
  parts: readonly DrivenPart[],
  plannedStops: ChargePlan['stops'],
  curves: readonly ChargingCurve[],
): ChargedTrip {
  const legs = parts.flatMap((part) => part.legs)
  const lastLegs = parts.map((_, part) =>
    parts.slice(0, part + 1).reduce((sum, { legs: { length } }) => sum + length, -1),
  )
  const stopLegs = lastLegs.slice(0, -1)
  const stopSeconds = (index: number, arriveKwh: number): { charge: number; total: number } => {
    const stop = plannedStops[index]
    const charge = stop ? (curves[stop.station]?.secondsBetween(arriveKwh, stop.departKwh) ?? 0) : 0
    return { charge, total: electricQuery.stopSeconds + charge }
  }
  let arrivals = plannedStops.map(({ arriveKwh }) => arriveKwh)
  for (let round = 1; ; round++) {
    const pausesCs = legs.map((_, leg) => {
      const index = stopLegs.indexOf(leg)
      return index < 0 ? 0 : Math.round(100 * stopSeconds(index, arrivals[index] ?? 0).total)
    })
    const trip = measureTrip(region, snapshot, time, legs, true, pausesCs)
    const energies = legs.map((leg, index) => {
      const measure = trip.measures[index]
      return measure ? energyAlongLeg(region.map.network, electricQuery.consumption, leg, measure) : [0]
    })
    const chargeKwh = followCharge(electricQuery, energies, stopLegs, plannedStops)
    arrivals = stopLegs.map((leg) => chargeKwh[leg]?.at(-1) ?? 0)
    if (round < SIMULATION_ROUNDS) continue
    const stops = stopLegs.map((leg, index): DrivenStop => {
      const arriveKwh = arrivals[index] ?? 0
      const departMs =
        trip.departMs + 10 * trip.totals.slice(0, leg + 1).reduce((sum, { durationCs }) => sum + durationCs, 0)
      const departKwh = chargeKwh[leg + 1]?.[0] ?? 0
      const station = plannedStops[index]?.station ?? 0
      const chargeSeconds = stopSeconds(index, arriveKwh).charge
      return {
        leg,
        station,
        arriveKwh,
        departKwh,
        chargeSeconds,
        arriveMs: departMs - 10 * (pausesCs[leg] ?? 0),
        departMs,
      }
    })
    const costs = parts.map((part, index) =>
      sumCosts(trip, energies, chargeKwh, pausesCs, (lastLegs[index] ?? 0) + 1 - part.legs.length, part.legs.length),
    )
    return { trip, chargeKwh, stops, costs }
  }
}

/** Returns the charge in kWh at the start of each arc and at the end, by leg. */
export function followCharge(
  { startKwh, batteryKwh }: ElectricQuery,
  energies: readonly (readonly number[])[],
  stopLegs: readonly number[],
  stops: ChargePlan['stops'],
): number[][] {
  let current = startKwh
  return energies.map((energy, leg) => {
    const stop = stops[stopLegs.indexOf(leg - 1)]
    // A vehicle that arrives with more charge than planned keeps that charge.
    const departKwh = stop ? Math.max(current, stop.departKwh) : current
    // On a downhill road with a full battery, the brakes convert the energy to heat.
    let lostKwh = 0
    const charges = energy.map((kwh) => {
      lostKwh += Math.max(0, departKwh - kwh - lostKwh - batteryKwh)
      return departKwh - kwh - lostKwh
    })
    current = charges.at(-1) ?? departKwh
    return charges
  })
}

/**
 * Returns the costs, including the energy needed at the start. That energy exceeds the total if the vehicle climbs
 * first and recovers energy later.
 */
function sumCosts(
  trip: Trip,
  energies: readonly (readonly number[])[],
  chargeKwh: readonly (readonly number[])[],
  pausesCs: readonly number[],
  first: number,
  count: number,
): LegCost {
  let [durationSeconds, energyKwh] = [0, 0]
  for (let leg = first; leg < first + count; leg++) {
    durationSeconds += ((trip.totals[leg]?.durationCs ?? 0) - (pausesCs[leg] ?? 0)) / 100
    energyKwh += energies[leg]?.at(-1) ?? 0
  }
  const charges = chargeKwh.slice(first, first + count).flat()
  const deepestKwh = (charges[0] ?? 0) - charges.reduce((lowest, kwh) => Math.min(lowest, kwh), charges[0] ?? 0)
  return { durationSeconds, energyKwh: Math.max(energyKwh, deepestKwh) }
}
