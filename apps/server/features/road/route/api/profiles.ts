import {
  type Avoidable,
  avoidables,
  networkNames,
  passengerCar,
  plainProfiles,
  type TravelProfile,
  type VehicleSize,
} from '@fairway/road'
import type { RouteFields } from './request.ts'

/** The values of `profile`. */
export const profileNames = networkNames

type ProfileFields = Pick<RouteFields, 'profile' | 'avoid' | 'vehicle'>

/** A profile without options is always the same object, so that metrics are found by identity. */
export function readProfile({ profile = 'car', avoid = [], vehicle }: ProfileFields): TravelProfile {
  const plainProfile = plainProfiles[profile]
  const avoided = avoidables.filter((avoidable) => (avoid as readonly Avoidable[]).includes(avoidable))
  if (avoided.length === 0 && vehicle === undefined) return plainProfile
  return { ...plainProfile, avoid: avoided, vehicle: vehicle === undefined ? passengerCar : readVehicle(vehicle) }
}

function readVehicle(fields: NonNullable<RouteFields['vehicle']>): VehicleSize {
  return {
    heightMeters: fields.height_m ?? passengerCar.heightMeters,
    widthMeters: fields.width_m ?? passengerCar.widthMeters,
    lengthMeters: fields.length_m ?? passengerCar.lengthMeters,
    weightTons: fields.weight_t ?? passengerCar.weightTons,
    axleLoadTons: fields.axle_load_t ?? passengerCar.axleLoadTons,
    hazardousGoods: fields.hazmat ?? passengerCar.hazardousGoods,
  }
}
