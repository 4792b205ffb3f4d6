import { joinAttributions, type PlaceDirectory } from '../../../maps/places/place-directory.ts'
import type { Region } from '../../../maps/regions/region.ts'
import type { TaskOwner } from '../../../platform/compute/task.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { MAX_MEASURED_PLACES, measureByRoad, type RoadPlace, type RoadsOptions } from './by-road.ts'
import type { NearbyFailure } from './failures.ts'
import { findNearby, type NearbyPlace } from './find-nearby.ts'
import { OpeningHoursEvaluator } from './opening-clock.ts'
import type { NearbyRequest } from './request.ts'

export interface NearbyOptions extends RoadsOptions {
  readonly places: PlaceDirectory
}

export interface NearbyAnswer {
  readonly places: readonly (NearbyPlace & Partial<Pick<RoadPlace, 'roadMeters' | 'durationMin'>>)[]
  readonly isOpen: (place: NearbyPlace) => boolean | undefined
  readonly attribution: string
  readonly warnings: readonly string[]
}

const METERS_PER_DEGREE = 111_000

/** Finds nearby places on the loaded maps. */
export class NearbyService {
  private readonly options: NearbyOptions
  private readonly openingHours = new OpeningHoursEvaluator()

  constructor(options: NearbyOptions) {
    this.options = options
  }

  async find(request: NearbyRequest, owner: TaskOwner): Promise<Result<NearbyAnswer, NearbyFailure>> {
    const indexes = this.options.places.listRegionIndexes()
    const limit = request.byRoad ? MAX_MEASURED_PLACES : request.limit
    const nearbyPlaces = findNearby(indexes, { ...request, limit })
    const measuredPlaces = request.byRoad
      ? await measureByRoad(nearbyPlaces, request, owner, this.options)
      : ok(nearbyPlaces)
    if (!measuredPlaces.ok) return measuredPlaces
    const places = measuredPlaces.value.slice(0, request.limit)
    const attribution = joinAttributions(places.length > 0 ? places : indexes)
    const warnings = [
      ...this.listCoverageWarnings(request),
      ...listOmittedWarnings(nearbyPlaces.length - measuredPlaces.value.length),
    ]
    return ok({ places, isOpen: (place) => this.isOpen(place, request), attribution, warnings })
  }

  private isOpen(place: NearbyPlace, { moment }: NearbyRequest): boolean | undefined {
    const hoursText = place.tags.opening_hours
    return hoursText === undefined
      ? undefined
      : this.openingHours.isOpen(hoursText, place.address.country_code, place, moment)
  }

  /** An empty list means that there are no places. Outside the loaded maps that is unknown, so a note says so. */
  private listCoverageWarnings({ latitude, longitude, radiusMeters }: NearbyRequest): string[] {
    const maps = this.options.regions.list()
    const marginDegrees = radiusMeters / METERS_PER_DEGREE
    if (maps.some((map) => map.covers(latitude, longitude, marginDegrees))) return []
    return [`no map of this service covers the position; places are known in ${describeMaps(maps)}`]
  }
}

function describeMaps(maps: readonly Region[]): string {
  return maps.length === 0
    ? 'no region yet'
    : maps
        .map(({ handle }) => handle.region)
        .sort()
        .join(', ')
}

function listOmittedWarnings(count: number): string[] {
  return count > 0 ? [`${count} ${count === 1 ? 'place' : 'places'} without a road connection were left out`] : []
}
