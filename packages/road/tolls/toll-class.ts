import { RoadFlag } from '../network/attributes.ts'
import { TollClass } from './toll-table.ts'

/** Returns the class of the vehicles of a profile. */
export function tollClassOf({ name }: { readonly name?: string | undefined }): TollClass {
  return name === 'truck' || name === 'motorcycle' ? TollClass[name] : TollClass.car
}

/** Returns whether the vehicles of a class pay a toll on a road with these flags. */
export function isTollRoad(flags: number, vehicleClass: TollClass): boolean {
  switch (vehicleClass) {
    case TollClass.truck:
      return (flags & RoadFlag.truckToll) !== 0 || (flags & (RoadFlag.toll | RoadFlag.truckTollFree)) === RoadFlag.toll
    case TollClass.motorcycle:
      return (flags & (RoadFlag.toll | RoadFlag.motorcycleTollFree)) === RoadFlag.toll
    default:
      return (flags & RoadFlag.toll) !== 0
  }
}
