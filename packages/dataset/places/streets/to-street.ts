import type { HouseRecord } from '@fairway/places'
import type { RawPlaces, RawStreet } from '../collect/raw-places.ts'
import type { StreetPoint } from './settle-postcodes.ts'
import type { StreetPart } from './split-parts.ts'

/** A street that becomes an entry of the place index. */
export interface Street {
  readonly names: readonly string[]
  readonly byLanguage: Readonly<Record<string, string>>
  readonly importance: number
  readonly settlement: number
  readonly postcode: string | undefined
  readonly latitude: number
  readonly longitude: number
  readonly houses: readonly HouseRecord[]
  readonly shape: readonly (readonly [number, number])[]
}

/** Importance by `highway` value. Users search for large roads more often than for small ones with the same name. */
const highwayImportance: Readonly<Record<string, number>> = {
  motorway: 0.22,
  trunk: 0.22,
  primary: 0.2,
  secondary: 0.18,
  tertiary: 0.16,
  pedestrian: 0.16,
  footway: 0.08,
  path: 0.06,
  track: 0.06,
  service: 0.08,
  steps: 0.06,
}
const DEFAULT_IMPORTANCE = 0.13
/** Importance of a street that occurs only in addresses. */
const ADDRESS_ONLY_IMPORTANCE = 0.1

export interface WayPoint extends StreetPoint {
  readonly way: number
}

export function toStreet(rawPlaces: RawPlaces, part: StreetPart<WayPoint>, addressNames: ReadonlySet<string>): Street {
  const { points } = part
  const ways = [...new Set(points.map(({ way }) => way))].map((way) => rawPlaces.streets[way])
  const names = [...new Set([...ways.flatMap(({ names }) => names.all), ...addressNames])]
  const { latitude, longitude } = findMiddle(points.length > 0 ? points : part.houses)
  return {
    names,
    byLanguage: Object.assign({}, ...ways.map(({ names }) => names.byLanguage)),
    importance: maxImportance(ways),
    settlement: part.settlement,
    postcode: part.postcode ?? ways.find(({ postcode }) => postcode !== undefined)?.postcode,
    latitude,
    longitude,
    houses: part.houses,
    shape: points.map((point) => [point.latitude, point.longitude] as const),
  }
}

function maxImportance(ways: readonly RawStreet[]): number {
  if (ways.length === 0) return ADDRESS_ONLY_IMPORTANCE
  return Math.max(...ways.map(({ highway }) => highwayImportance[highway] ?? DEFAULT_IMPORTANCE))
}

/**
 * Returns the point of the street nearest to the center of all its points. The result is on the road even if the road
 * bends.
 */
function findMiddle(points: readonly StreetPoint[]): StreetPoint {
  const origin = points[0].longitude
  const relativeLongitude = ({ longitude }: StreetPoint) => ((((longitude - origin + 180) % 360) + 360) % 360) - 180
  const latitude = points.reduce((sum, point) => sum + point.latitude, 0) / points.length
  const longitude = points.reduce((sum, point) => sum + relativeLongitude(point), 0) / points.length
  const squaredDistance = (point: StreetPoint) =>
    (point.latitude - latitude) ** 2 + (relativeLongitude(point) - longitude) ** 2
  return points.reduce((nearestPoint, point) =>
    squaredDistance(point) < squaredDistance(nearestPoint) ? point : nearestPoint,
  )
}
