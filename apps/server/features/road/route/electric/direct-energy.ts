import { energyAlongLeg } from '@fairway/road'
import type { Region } from '../../../../maps/regions/region.ts'
import type { Trip } from '../trip.ts'
import { followCharge } from './charged-trip.ts'
import { findLowest, sumUsedKwh } from './energy-reply.ts'
import type { ElectricQuery } from './request.ts'

/** Energy of a trip without charging stops. */
export interface DirectEnergy {
  /** Energy in kWh, rounded like `used_kwh` of a route. */
  readonly usedKwh: number
  /** Whether the charge at the start is sufficient. */
  readonly isInRange: boolean
}

/** Computes the energy of a trip without charging stops. The trip must have been measured with steps. */
export function computeDirectEnergy(
  region: Region,
  electricQuery: ElectricQuery,
  { legs, measures }: Trip,
): DirectEnergy {
  const energies = legs.map((leg, index) => {
    const measure = measures[index]
    if (!measure) throw new Error('the trip was measured without steps')
    return energyAlongLeg(region.map.network, electricQuery.consumption, leg, measure)
  })
  const chargeKwh = followCharge(electricQuery, energies, [], [])
  return { usedKwh: sumUsedKwh(chargeKwh), isInRange: isChargeSufficient(electricQuery, chargeKwh) }
}

/** Returns whether the charge never falls below the minimum, nor below the required charge at arrival. */
export function isChargeSufficient(
  { minKwh, arriveKwh }: ElectricQuery,
  chargeKwh: readonly (readonly number[])[],
): boolean {
  const endKwh = chargeKwh.at(-1)?.at(-1) ?? 0
  return endKwh >= arriveKwh && chargeKwh.every((charges) => findLowest(charges) >= minKwh)
}
