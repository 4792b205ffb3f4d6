import type { RegisterAssetReply } from '@fairway/client'
import { SIMULATED_REFERENCE } from '../../../fleet/simulated-asset.ts'

/** Asset that drives a tour. Without an id, a vehicle with this name is registered. */
export interface TourAssignment {
  readonly vehicle: number
  readonly asset: string | undefined
  readonly name: string
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Lists the vehicles of the account, sorted by name. Drones and vessels cannot drive a tour. */
export function listVehicles(assets: readonly RegisterAssetReply[]): readonly RegisterAssetReply[] {
  return assets
    .filter(({ kind, reference }) => kind === 'vehicle' && reference !== SIMULATED_REFERENCE)
    .sort((a, b) => collator.compare(a.name, b.name))
}

/**
 * Assigns a vehicle to every tour: the vehicle that the user has chosen, the next free vehicle, or a new vehicle. New
 * vehicles get unused names.
 */
export function assignTours(
  tours: readonly number[],
  vehicles: readonly RegisterAssetReply[],
  chosenAssets: ReadonlyMap<number, string>,
): readonly TourAssignment[] {
  const usedIds = new Set(chosenAssets.values())
  const usedNames = new Set(vehicles.map(({ name }) => name))
  const freeVehicles = vehicles.filter(({ id }) => !usedIds.has(id))
  return tours.map((vehicle) => {
    const choice = chosenAssets.get(vehicle)
    const asset = choice === undefined ? freeVehicles.shift() : vehicles.find(({ id }) => id === choice)
    if (asset !== undefined) return { vehicle, asset: asset.id, name: asset.name }
    let number = vehicle + 1
    while (usedNames.has(`Van ${number}`)) number += 1
    usedNames.add(`Van ${number}`)
    return { vehicle, asset: undefined, name: `Van ${number}` }
  })
}
