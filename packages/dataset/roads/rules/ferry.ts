import { RoadClass, TravelMode } from '@fairway/road'
import type { Tags } from './rules.ts'
import { parseDurationSeconds } from './speed/duration.ts'

/** A service that carries cars, such as a ferry or shuttle train. */
export interface Carrier {
  readonly roadClass: RoadClass
  readonly mode: TravelMode
  /** Speed in km/h if no duration is tagged. The speed is low because it includes the wait at the pier. */
  readonly speedKmh: number
}

const carriers = new Map<string, Carrier>([
  ['ferry', { roadClass: RoadClass.ferry, mode: TravelMode.ferry, speedKmh: 5 }],
  ['shuttle_train', { roadClass: RoadClass.train, mode: TravelMode.train, speedKmh: 10 }],
])

export function findCarrier(tags: Tags): Carrier | undefined {
  const route = tags.get('route')
  return route === undefined ? undefined : carriers.get(route)
}

const vehicleCargo = ['vehicle', 'car', 'all', 'yes']

/**
 * Returns whether a ferry carries cars. A ferry whose `cargo` tag lists only passengers and bicycles does not carry
 * cars.
 */
export function carriesCars(tags: Tags): boolean {
  const cargo = tags.get('cargo')
  return cargo === undefined || vehicleCargo.some((word) => cargo.includes(word))
}

/**
 * Returns the tagged duration of a ferry or train crossing, or of crossing a movable bridge. On other ways, `duration`
 * is the hiking time.
 */
export function findDurationSeconds(tags: Tags, carrier: Carrier | undefined): number | undefined {
  if (carrier === undefined && tags.get('bridge') !== 'movable') return undefined
  const tagValue = tags.get('duration')
  return tagValue === undefined ? undefined : parseDurationSeconds(tagValue)
}
