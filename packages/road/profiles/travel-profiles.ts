import { RoadFlag } from '../network/attributes.ts'
import { TurnFlag } from '../network/network.ts'
import { defaultProfile, plainProfiles, type TravelProfile } from './car-weights.ts'
import type { ModelRule, TravelModel } from './model/travel-model.ts'
import type { VehicleSize } from './vehicle-access.ts'

/** Values of `profile`. Each value selects a network and rules for its travelers. */
export const profileNames = ['car', 'motorcycle', 'truck', 'bicycle', 'foot', 'wheelchair'] as const
export type ProfileName = (typeof profileNames)[number]

/** Typical goods vehicles by maximum weight. */
export const truckPresets = {
  '3.5t': toTruck({ heightMeters: 2.8, widthMeters: 2.1, lengthMeters: 7, weightTons: 3.5, axleLoadTons: 2.2 }),
  '7.5t': toTruck({ heightMeters: 3.4, widthMeters: 2.5, lengthMeters: 8.5, weightTons: 7.5, axleLoadTons: 5 }),
  '12t': toTruck({ heightMeters: 3.7, widthMeters: 2.55, lengthMeters: 10, weightTons: 12, axleLoadTons: 8 }),
  '40t': toTruck({ heightMeters: 4, widthMeters: 2.55, lengthMeters: 16.5, weightTons: 40, axleLoadTons: 11.5 }),
} as const
export type TruckPreset = keyof typeof truckPresets
export const truckPresetNames = Object.keys(truckPresets) as readonly TruckPreset[]
export const DEFAULT_TRUCK_PRESET: TruckPreset = '40t'

function toTruck(size: Omit<VehicleSize, 'hazardousGoods'>): VehicleSize {
  return { ...size, hazardousGoods: false }
}

const motorcycle: VehicleSize = {
  heightMeters: 1.5,
  widthMeters: 0.9,
  lengthMeters: 2.3,
  weightTons: 0.4,
  axleLoadTons: 0.3,
  hazardousGoods: false,
}

/**
 * Weight limits of vans and heavy trucks, in tons. Vans drive as fast as cars. Truck speed limiters are set to 90 km/h,
 * and heavy trucks may drive at 80 km/h at most.
 */
const VAN_TONS = 3.5
const HEAVY_TONS = 12
const TRUCK_KMH = 90
const HEAVY_TRUCK_KMH = 80
const WHEELCHAIR_KMH = 4
/**
 * Speed factor of an electric bicycle. A rider with a motor is a third faster, but the motor stops assisting at 25
 * km/h.
 */
const ELECTRIC_BICYCLE_FACTOR = 4 / 3
const ELECTRIC_BICYCLE_KMH = 25

/** Returns the model of a truck of the given weight, or undefined if the truck drives as fast as a car. */
function truckModel(weightTons: number): TravelModel | undefined {
  if (weightTons <= VAN_TONS) return undefined
  return weightTons > HEAVY_TONS ? heavyTruckModel : lightTruckModel
}

const lightTruckModel = toModel('truck 90', [{ when: {}, speedLimitKmh: TRUCK_KMH }])
const heavyTruckModel = toModel('truck 80', [{ when: {}, speedLimitKmh: HEAVY_TRUCK_KMH }])
const wheelchairModel: TravelModel = {
  ...toModel('wheelchair', [
    { when: {}, speedLimitKmh: WHEELCHAIR_KMH },
    { when: { features: { hardForWheelchairs: true } }, speedFactor: 0.75, priorityFactor: 0.5 },
  ]),
  grades: 'wheelchair',
}
export const electricBicycleModel: TravelModel = {
  ...toModel('electric bicycle', [
    { when: {}, speedFactor: ELECTRIC_BICYCLE_FACTOR, speedLimitKmh: ELECTRIC_BICYCLE_KMH },
  ]),
  grades: 'electricRider',
}

function toModel(key: string, rules: readonly ModelRule[]): TravelModel {
  return { key, rules }
}

/** Returns the profile of a truck of the given size. */
export function truckProfile(vehicle: VehicleSize): TravelProfile {
  const model = truckModel(vehicle.weightTons)
  return { ...defaultProfile, name: 'truck', vehicle, ...(model && { model }) }
}

/** Profiles without options. Always use these objects, so that metrics can be looked up by identity. */
export const travelProfiles: Readonly<Record<ProfileName, TravelProfile>> = {
  ...plainProfiles,
  motorcycle: { ...defaultProfile, name: 'motorcycle', vehicle: motorcycle },
  truck: truckProfile(truckPresets[DEFAULT_TRUCK_PRESET]),
  wheelchair: {
    ...plainProfiles.foot,
    name: 'wheelchair',
    closedFlags: { road: RoadFlag.noWheelchairs, turn: TurnFlag.noWheelchairs },
    model: wheelchairModel,
  },
}

/** Returns a profile that applies another model after its own. */
export function withModel(profile: TravelProfile, model: TravelModel): TravelProfile {
  const profileModel = profile.model
  if (!profileModel) return { ...profile, model }
  const joinedModel = {
    ...profileModel,
    ...model,
    key: `${profileModel.key}, ${model.key}`,
    rules: [...profileModel.rules, ...model.rules],
  }
  return { ...profile, model: joinedModel }
}
