import { RoadFlag, TollClass } from '@fairway/road'
import type { Charge, ClassCharge } from '../rules.ts'
import { type DirectedKey, directedKey, type WayTags } from '../way-tags.ts'
import { parseCharges } from './parse-charge.ts'

export const noCharges: readonly ClassCharge[] = []

const listKeys = (key: string, vehicle: string, ending: '' | ':conditional' = '') =>
  [`${key}:${vehicle}`, `${key}:motor_vehicle`, key].map((name) => directedKey(name, ending))

/** Keys of each class, in order of precedence. */
const keysByClass = (
  [
    [TollClass.car, 'motorcar'],
    [TollClass.truck, 'hgv'],
    [TollClass.motorcycle, 'motorcycle'],
  ] as const
).map(([vehicleClass, vehicle]) => ({
  vehicleClass,
  tolls: listKeys('toll', vehicle),
  charges: listKeys('charge', vehicle),
  conditions: [...listKeys('charge', vehicle, ':conditional'), ...listKeys('toll', vehicle, ':conditional')],
}))

/** Returns whether a class of vehicles pays a toll. Class-specific tags take precedence over tags for all vehicles. */
function isTolled(tags: WayTags, keys: (typeof keysByClass)[number]['tolls']): boolean {
  for (const key of keys) {
    const value = tags.findUndirected(key) ?? tags.findDirected(key, 'forward') ?? tags.findDirected(key, 'backward')
    if (value !== undefined) return value === 'yes' || value === 'true' || value === '1'
  }
  return false
}

/** Returns the flags that say which vehicles pay a toll. */
export function readTollFlags(tags: WayTags): number {
  const [isCarTolled, isTruckTolled, isMotorcycleTolled] = keysByClass.map(({ tolls }) => isTolled(tags, tolls))
  if (!isCarTolled) return isTruckTolled ? RoadFlag.truckToll : 0
  return (
    RoadFlag.toll |
    (isTruckTolled ? 0 : RoadFlag.truckTollFree) |
    (isMotorcycleTolled ? 0 : RoadFlag.motorcycleTollFree)
  )
}

/** Reads the toll amounts of a way. A charge without a toll is the price of something else, such as a ferry. */
export function readWayCharges(tags: WayTags, country: string | undefined): readonly ClassCharge[] {
  return readCharges(tags, country, (keys) => isTolled(tags, keys))
}

/** Reads the toll amounts of a toll booth. */
export function readBoothCharges(tags: WayTags, country: string | undefined): readonly ClassCharge[] {
  return readCharges(tags, country, () => true)
}

function readCharges(
  tags: WayTags,
  country: string | undefined,
  isTolledFor: (keys: (typeof keysByClass)[number]['tolls']) => boolean,
): readonly ClassCharge[] {
  const charges: ClassCharge[] = []
  for (const { vehicleClass, tolls, charges: chargeKeys, conditions } of keysByClass) {
    const value = chargeKeys.map((key) => tags.findUndirected(key)).find((text) => text !== undefined)
    if (value === undefined || !isTolledFor(tolls) || isVariable(tags, chargeKeys, conditions)) continue
    for (const charge of parseCharges(value, country) ?? []) addCharge(charges, charge, vehicleClass)
  }
  return charges.length === 0 ? noCharges : charges
}

/** Returns whether the amount depends on the time, the vehicle or the direction and is therefore unknown. */
function isVariable(tags: WayTags, charges: readonly DirectedKey[], conditions: readonly DirectedKey[]): boolean {
  const isDirected = (key: DirectedKey) =>
    tags.findDirected(key, 'forward') !== undefined || tags.findDirected(key, 'backward') !== undefined
  return charges.some(isDirected) || conditions.some((key) => tags.findUndirected(key) !== undefined || isDirected(key))
}

/** Adds a charge. Classes with equal charges share an entry. */
function addCharge(charges: ClassCharge[], charge: Charge, vehicleClass: number): void {
  const index = charges.findIndex(
    ({ currency, thousandths, isPerKm }) =>
      currency === charge.currency && thousandths === charge.thousandths && isPerKm === charge.isPerKm,
  )
  if (index < 0) charges.push({ ...charge, classBits: vehicleClass })
  else charges[index] = { ...charges[index], classBits: charges[index].classBits | vehicleClass }
}
