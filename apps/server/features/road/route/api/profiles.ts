import {
  type Avoidable,
  avoidables,
  DEFAULT_TRUCK_PRESET,
  electricBicycleModel,
  hazmatClasses,
  type ProfileName,
  passengerCar,
  type TravelProfile,
  travelProfiles,
  truckPresets,
  truckProfile,
  type VehicleSize,
  withModel,
} from '@fairway/road'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import type { RoutingFailure } from './failures.ts'
import { profileByWord } from './profile-words.ts'
import type { RouteFields } from './schemas.ts'

export type ProfileFields = Pick<RouteFields, 'profile' | 'mode' | 'costing' | 'avoid' | 'vehicle'>

/**
 * Reads the profile. A profile without options is always the same object, because metrics are looked up by identity.
 */
export function readProfile(fields: ProfileFields): Result<TravelProfile, RoutingFailure> {
  const name = readProfileName(fields)
  if (!name.ok) return name
  const base = readVehicleProfile(name.value, fields.vehicle)
  if (!base.ok) return base
  const avoidedFeatures = fields.avoid as readonly Avoidable[] | undefined
  if (avoidedFeatures === undefined || avoidedFeatures.length === 0) return base
  const avoid = avoidables.filter((avoidable) => avoidedFeatures.includes(avoidable))
  return ok(avoid.length === 0 ? base.value : { ...base.value, avoid })
}

export function isProfileGiven({ profile, mode, costing }: ProfileFields): boolean {
  return profile !== undefined || mode !== undefined || costing !== undefined
}

function readProfileName({ profile, mode, costing }: ProfileFields): Result<ProfileName, RoutingFailure> {
  // Nearly all requests name the profile at most once.
  if (mode === undefined && costing === undefined) return ok((profile && profileByWord[profile]) ?? 'car')
  const profileFields = Object.entries({ profile, mode, costing }).flatMap(([field, word]) =>
    word === undefined ? [] : [{ field, word, profile: profileByWord[word] }],
  )
  const [first, ...otherFields] = profileFields
  const other = otherFields.find((profileField) => profileField.profile !== first?.profile)
  if (first && other) return fail({ kind: 'two-profiles', first, other })
  return ok(first?.profile ?? 'car')
}

/** Reads a vehicle profile. Explicit dimensions override those of the preset. */
function readVehicleProfile(name: ProfileName, fields: RouteFields['vehicle']): Result<TravelProfile, RoutingFailure> {
  const baseProfile = travelProfiles[name]
  if (fields === undefined) return ok(baseProfile)
  const { preset, electric } = fields
  if (preset !== undefined && name !== 'truck')
    return fail({ kind: 'vehicle-field-of-other-profile', field: 'preset', profile: name, needed: 'truck' })
  if (electric === true && name !== 'bicycle')
    return fail({ kind: 'vehicle-field-of-other-profile', field: 'electric', profile: name, needed: 'bicycle' })
  if (typeof electric === 'object' && baseProfile.network !== undefined) {
    const needed = 'car, truck or motorcycle'
    return fail({ kind: 'vehicle-field-of-other-profile', field: 'electric.battery_kwh', profile: name, needed })
  }
  if (name === 'truck') return ok(truckProfile(readVehicle(fields, truckPresets[preset ?? DEFAULT_TRUCK_PRESET])))
  const vehicle = readVehicle(fields, baseProfile.vehicle)
  const profile = vehicle === baseProfile.vehicle ? baseProfile : { ...baseProfile, vehicle }
  return ok(electric === true ? withModel(profile, electricBicycleModel) : profile)
}

function readHazmat(
  { hazmat, tunnel_code: tunnelCode }: NonNullable<RouteFields['vehicle']>,
  defaultSize: VehicleSize,
): Pick<VehicleSize, 'hazardousGoods' | 'hazmatClasses'> {
  if (hazmat === undefined || typeof hazmat === 'boolean')
    return { hazardousGoods: tunnelCode !== undefined || (hazmat ?? defaultSize.hazardousGoods) }
  // Equal sets of classes get equal lists, because metrics are looked up by their profile.
  return { hazardousGoods: true, hazmatClasses: hazmatClasses.filter((name) => [hazmat].flat().includes(name)) }
}

function readVehicle(
  fields: NonNullable<RouteFields['vehicle']>,
  defaultSize: VehicleSize = passengerCar,
): VehicleSize {
  const { preset, electric, ...sizes } = fields
  if (Object.keys(sizes).length === 0) return defaultSize
  return {
    heightMeters: fields.height_m ?? defaultSize.heightMeters,
    widthMeters: fields.width_m ?? defaultSize.widthMeters,
    lengthMeters: fields.length_m ?? defaultSize.lengthMeters,
    weightTons: fields.weight_t ?? defaultSize.weightTons,
    axleLoadTons: fields.axle_load_t ?? defaultSize.axleLoadTons,
    ...readHazmat(fields, defaultSize),
    ...(fields.tunnel_code && { tunnelCode: fields.tunnel_code }),
    ...(fields.trailer && { hasTrailer: true }),
  }
}
