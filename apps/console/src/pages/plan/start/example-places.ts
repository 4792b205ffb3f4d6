import type { GeocodeReply, NearbyCategory, NearbyReply } from '@fairway/client'
import { flatDistanceMeters, rulerAt } from '@fairway/geo'
import { findTownNearMap } from '../../../map/town.ts'
import { type Point, roundPoint } from '../../../points.ts'
import { callApi } from '../../../state/calls.ts'

export interface NamedPoint {
  readonly at: Point
  readonly label: string
}

/** Categories of well-known places, most interesting first. */
const exampleCategories: readonly NearbyCategory[] = ['museum', 'hotel', 'hospital', 'fuel']
const SEARCH_RADIUS_M = 8_000
/** Minimum distance of the example, in meters. A shorter route shows too little. */
const MIN_EXAMPLE_METERS = 700
const MAX_EXAMPLE_METERS = 9_000

/** Returns two places in the town with an interesting route between them. */
export async function findExampleEnds([lat, lon]: Point): Promise<readonly [NamedPoint, NamedPoint] | undefined> {
  const places: NamedPoint[] = []
  for (const category of exampleCategories) {
    const query = { lat, lon, category, radius_m: SEARCH_RADIUS_M, limit: 30 }
    const reply = await callApi<NearbyReply>({ method: 'GET', path: '/v1/nearby', query }).catch(() => undefined)
    for (const { name, at } of reply?.places ?? []) places.push({ at: roundPoint([at[0], at[1]]), label: name })
    const pair = pickFarthestPair(places)
    if (pair !== undefined) return pair
  }
  return undefined
}

/** Returns the two places that are farthest from each other, but close enough for the route to fit on the screen. */
export function pickFarthestPair(places: readonly NamedPoint[]): readonly [NamedPoint, NamedPoint] | undefined {
  let bestPair: readonly [NamedPoint, NamedPoint] | undefined
  let bestMeters = MIN_EXAMPLE_METERS
  for (const [index, from] of places.entries())
    for (const to of places.slice(index + 1)) {
      const meters = flatDistanceMeters(from.at[0], from.at[1], to.at[0], to.at[1])
      if (meters <= bestMeters || meters > MAX_EXAMPLE_METERS) continue
      bestMeters = meters
      bestPair = [from, to]
    }
  return bestPair
}

export async function findAirportNearMap(): Promise<NamedPoint | undefined> {
  const town = await findTownNearMap()
  const query = { q: 'airport', near: town.map((degrees) => degrees.toFixed(4)).join(','), limit: 1 }
  const reply = await callApi<GeocodeReply>({ method: 'GET', path: '/v1/geocode', query })
  const airport = reply.results[0]
  if (airport === undefined) return undefined
  return { at: [airport.at[0], airport.at[1]], label: airport.name || airport.label }
}

/** Directions of flights across the airport, as east and north components. */
const directions = [
  { east: -1, north: 0, sides: ['West', 'East'] },
  { east: 0, north: 1, sides: ['North', 'South'] },
  { east: -Math.SQRT1_2, north: Math.SQRT1_2, sides: ['Northwest', 'Southeast'] },
  { east: Math.SQRT1_2, north: Math.SQRT1_2, sides: ['Northeast', 'Southwest'] },
] as const
/**
 * Half the length of a flight, in meters. The ends are outside the airport zone, and the flight is within the range of
 * a small drone.
 */
const HALF_FLIGHT_M = 6_800

/** Lists flights across an airport in several directions, because one end of a flight may be in another zone. */
export function listFlightsAcross(airport: NamedPoint): readonly (readonly [NamedPoint, NamedPoint])[] {
  return directions.map(({ east, north, sides }) => [
    toFlightEnd(airport, east, north, sides[0]),
    toFlightEnd(airport, -east, -north, sides[1]),
  ])
}

function toFlightEnd({ at: [latitude, longitude], label }: NamedPoint, east: number, north: number, side: string) {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  const point = roundPoint([
    latitude + (north * HALF_FLIGHT_M) / perLatitudeDegree,
    longitude + (east * HALF_FLIGHT_M) / perLongitudeDegree,
  ])
  return { at: point, label: `${side} of ${label}` }
}
