import type { Region } from '../../../maps/regions/region.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { attributionOf, type PlaceDirectory } from '../runtime/place-directory.ts'
import { MAX_MEASURED, measureByRoad, type RoadPlace, type RoadsOptions } from './by-road.ts'
import type { NearbyFailure } from './failures.ts'
import { findNearby, type NearbyPlace } from './find-nearby.ts'
import { OpeningClock } from './opening-clock.ts'
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
  private readonly clock = new OpeningClock()

  constructor(options: NearbyOptions) {
    this.options = options
  }

  async find(request: NearbyRequest, owner: string): Promise<Result<NearbyAnswer, NearbyFailure>> {
    const books = this.options.places.regions()
    const limit = request.byRoad ? MAX_MEASURED : request.limit
    const near = findNearby(books, { ...request, limit })
    const found = request.byRoad ? await measureByRoad(near, request, owner, this.options) : ok(near)
    if (!found.ok) return found
    const places = found.value.slice(0, request.limit)
    const attribution = attributionOf(places.length > 0 ? places : books)
    const warnings = [...this.coverage(request), ...leftOut(near.length - found.value.length)]
    return ok({ places, isOpen: (place) => this.isOpen(place, request), attribution, warnings })
  }

  private isOpen(place: NearbyPlace, { moment }: NearbyRequest): boolean | undefined {
    const hours = place.tags.opening_hours
    return hours === undefined ? undefined : this.clock.isOpen(hours, place.address.country_code, place, moment)
  }

  /** An empty list means that there are no places. Outside the loaded maps that is unknown, so a note says so. */
  private coverage({ latitude, longitude, radiusMeters }: NearbyRequest): string[] {
    const maps = this.options.regions.list()
    const margin = radiusMeters / METERS_PER_DEGREE
    if (maps.some((map) => map.covers(latitude, longitude, margin))) return []
    return [`no map of this service covers the position; places are known in ${tell(maps)}`]
  }
}

function tell(maps: readonly Region[]): string {
  return maps.length === 0
    ? 'no region yet'
    : maps
        .map(({ handle }) => handle.region)
        .sort()
        .join(', ')
}

function leftOut(count: number): string[] {
  return count > 0 ? [`${count} ${count === 1 ? 'place' : 'places'} without a road connection were left out`] : []
}
