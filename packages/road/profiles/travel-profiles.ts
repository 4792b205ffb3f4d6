import { RoadFlag } from '../network/attributes.ts'
import { TurnFlag } from '../network/network.ts'
import { defaultProfile, plainProfiles, type TravelProfile, type VehicleSize } from './car-weights.ts'
import type { ModelRule, TravelModel } from './model/travel-model.ts'

/** The values of `profile`. Each stands for a network and rules for the travelers on it. */
export const profileNames = ['car', 'motorcycle', 'truck', 'bicycle', 'foot', 'wheelchair'] as const
export type ProfileName = (typeof profileNames)[number]

/** Typical goods vehicles, by their maximum weight. */
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

/** Vans drive as fast as cars. Truck speed limiters are set to 90 km/h, and heavy trucks may drive 80 km/h. */
const VAN_TONS = 3.5
const HEAVY_TONS = 12
const TRUCK_KMH = 90
const HEAVY_TRUCK_KMH = 80
const WHEELCHAIR_KMH = 4
/** With a motor, a rider is a third faster. The motor stops assisting at 25 km/h. */
const ELECTRIC_BICYCLE_FACTOR = 4 / 3
const ELECTRIC_BICYCLE_KMH = 25

/** The speeds of a truck of this weight. Undefined if they are those of a car. */
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

/** The profile of a truck of this size. */
export function truckProfile(vehicle: VehicleSize): TravelProfile {
  const model = truckModel(vehicle.weightTons)
  return { ...defaultProfile, name: 'truck', vehicle, ...(model && { model }) }
}

/** The profiles without options. Always use these objects, so that metrics can be looked up by identity. */
export const travelProfiles: Readonly<Record<ProfileName, TravelProfile>> = {
  ...plainProfiles,
  motorcycle: {
    ...defaultProfile,
    name: 'motorcycle',
    vehicle: motorcycle,
    closedFlags: { road: RoadFlag.noMotorcycles, turn: 0 },
  },
  truck: truckProfile(truckPresets[DEFAULT_TRUCK_PRESET]),
  wheelchair: {
    ...plainProfiles.foot,
    name: 'wheelchair',
    closedFlags: { road: RoadFlag.noWheelchairs, turn: TurnFlag.noWheelchairs },
    model: wheelchairModel,
  },
}

/** A profile with another model applied after its own. */
export function withModel(profile: TravelProfile, model: TravelModel): TravelProfile {
  const own = profile.model
  if (!own) return { ...profile, model }
  const joined = { ...own, ...model, key: `${own.key}, ${model.key}`, rules: [...own.rules, ...model.rules] }
  return { ...profile, model: joined }
}
