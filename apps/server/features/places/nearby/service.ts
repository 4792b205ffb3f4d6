import { joinAttributions, type PlaceDirectory } from '../../../maps/places/place-directory.ts'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'
import type { KnownMap } from '../../../maps/regions/region-directory.ts'
import type { TaskOwner } from '../../../platform/compute/task.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { MAX_MEASURED_PLACES, measureByRoad, type RoadPlace, type RoadsOptions } from './by-road.ts'
import type { NearbyFailure } from './failures.ts'
import { findNearby, isHospitalTags, type NearbyPlace } from './find-nearby.ts'
import { OpeningHoursEvaluator } from './opening-hours.ts'
import type { NearbyRequest } from './request.ts'
import { MAX_PLACES, WIDENED_RADII } from './schemas.ts'

export interface NearbyOptions extends RoadsOptions {
  readonly places: PlaceDirectory
}

export interface NearbyAnswer {
  readonly places: readonly (NearbyPlace & Partial<Pick<RoadPlace, 'roadMeters' | 'durationMin'>>)[]
  /** Whether more places than the limit are within the radius. */
  readonly hasMore: boolean
  /** Searched radius in meters, if it is larger than requested. */
  readonly widenedToMeters: number | undefined
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
    // One place more than requested shows whether there are more.
    const limit = request.byRoad ? MAX_MEASURED_PLACES : request.limit + 1
    const { nearbyPlaces, radiusMeters } = findWidening(indexes, { ...request, limit })
    const measuredPlaces = request.byRoad
      ? await measureByRoad(nearbyPlaces, request, owner, this.options)
      : ok(nearbyPlaces)
    if (!measuredPlaces.ok) return measuredPlaces
    const sortedPlaces =
      request.category === 'hospital' ? putHospitalsFirst(measuredPlaces.value) : measuredPlaces.value
    const places = sortedPlaces.slice(0, request.limit)
    const hasMore = sortedPlaces.length > request.limit
    const isWidened = places.length > 0 && radiusMeters > request.radiusMeters
    const widenedToMeters = isWidened ? radiusMeters : undefined
    const attribution = joinAttributions(places.length > 0 ? places : indexes)
    const coverageWarnings = this.listCoverageWarnings(isWidened ? { ...request, radiusMeters } : request)
    const warnings = [
      ...coverageWarnings,
      ...(coverageWarnings.length === 0 && nearbyPlaces.length === 0 ? [describeAbsence(radiusMeters)] : []),
      ...listWideningWarnings(request.radiusMeters, widenedToMeters),
      ...listLimitWarnings(hasMore, request.limit),
      ...listOmittedWarnings(nearbyPlaces.length - measuredPlaces.value.length),
    ]
    return ok({
      places,
      hasMore,
      widenedToMeters,
      isOpen: (place) => this.isOpen(place, request),
      attribution,
      warnings,
    })
  }

  private isOpen(place: NearbyPlace, { moment }: NearbyRequest): boolean | undefined {
    const hoursText = place.tags.opening_hours
    return hoursText === undefined
      ? undefined
      : this.openingHours.isOpen(hoursText, place.address.country_code, place, moment)
  }

  /**
   * Lists warnings for positions outside the loaded maps. An empty list of places would otherwise suggest that there
   * are none, although places outside the maps are unknown.
   */
  private listCoverageWarnings({ latitude, longitude, radiusMeters }: NearbyRequest): string[] {
    const maps = this.options.regions.listKnown()
    const marginDegrees = radiusMeters / METERS_PER_DEGREE
    if (maps.some((map) => map.covers(latitude, longitude, marginDegrees))) return []
    return [`no map of this service covers the position; places are available in ${describeMaps(maps)}`]
  }
}

/** Searches larger circles until one contains a place. */
function findWidening(
  indexes: readonly LoadedPlaceIndex[],
  request: NearbyRequest,
): { readonly nearbyPlaces: readonly NearbyPlace[]; readonly radiusMeters: number } {
  const widerRadii = request.widens ? WIDENED_RADII.filter((radius) => radius > request.radiusMeters) : []
  for (const radiusMeters of [request.radiusMeters, ...widerRadii]) {
    const nearbyPlaces = findNearby(indexes, { ...request, radiusMeters })
    if (nearbyPlaces.length > 0) return { nearbyPlaces, radiusMeters }
  }
  return { nearbyPlaces: [], radiusMeters: widerRadii.at(-1) ?? request.radiusMeters }
}

/** Puts hospitals first again, because sorting by road distance mixes hospitals and clinics. */
function putHospitalsFirst<T extends NearbyPlace>(places: readonly T[]): T[] {
  const clinicRank = ({ tags }: T) => (isHospitalTags(tags) ? 0 : 1)
  return places.toSorted((a, b) => clinicRank(a) - clinicRank(b))
}

/** Some maps have roads but few places, so an empty list does not prove that there are none. */
function describeAbsence(radiusMeters: number): string {
  return `the loaded maps contain no such place within ${radiusMeters} m; there may be places that are not on the map`
}

function listWideningWarnings(radiusMeters: number, widenedToMeters: number | undefined): string[] {
  if (widenedToMeters === undefined) return []
  return [
    `no place is within ${radiusMeters} m, so the search was widened to ${widenedToMeters} m; to prevent this, set widen=false`,
  ]
}

function listLimitWarnings(hasMore: boolean, limit: number): string[] {
  if (!hasMore || limit < MAX_PLACES) return []
  return [
    `there are more than ${limit} places, which is the maximum for one reply; use a smaller radius_m or a category`,
  ]
}

function describeMaps(maps: readonly KnownMap[]): string {
  return maps.length === 0
    ? 'no region yet'
    : maps
        .map(({ handle }) => handle.region)
        .sort()
        .join(', ')
}

function listOmittedWarnings(count: number): string[] {
  return count > 0
    ? [
        `${count} ${count === 1 ? 'place without a road connection was' : 'places without a road connection were'} left out`,
      ]
    : []
}
