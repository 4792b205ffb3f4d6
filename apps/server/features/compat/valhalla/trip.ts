import { type Leg, toLegRange, toLegs } from '../osrm/reply/legs.ts'
import { formatLine } from '../osrm/reply/lines.ts'
import type { NativeRoute, NativeSnap, NativeStep } from '../osrm/reply/native-route.ts'
import { type ManeuverSide, toManeuverType } from './maneuvers.ts'
import type { Point, ValhallaLocation, ValhallaRequest } from './request.ts'

const KM_PER_MILE = 1.609344
const travelModes: Readonly<Record<string, readonly [mode: string, type: string]>> = {
  foot: ['pedestrian', 'foot'],
  bicycle: ['bicycle', 'hybrid'],
  truck: ['drive', 'tractor_trailer'],
  motorcycle: ['drive', 'motorcycle'],
}

export interface TripParts {
  readonly request: ValhallaRequest
  readonly locations: readonly ValhallaLocation[]
  readonly snaps: readonly NativeSnap[]
  /** Indices of the locations in the request. */
  readonly order: readonly number[]
  readonly shapeFormat: 'polyline6' | 'polyline5' | 'geojson' | 'no_shape'
  readonly hasManeuvers: boolean
}

export type NativeTripRoute = NativeRoute & {
  readonly bbox: readonly [number, number, number, number]
  readonly steps?: readonly (NativeStep & { readonly instruction: string })[]
}

/** Converts a route to a Valhalla trip object. */
export function toTrip(route: NativeTripRoute, parts: TripParts): object {
  const { request, locations, snaps, order } = parts
  const legs = toLegs(
    route,
    locations.map(({ type }, index) => index === 0 || index === locations.length - 1 || isStop(type)),
  )
  const warnings = request.ignored.map((name) => ({ code: 200, text: `${name} is not supported and was ignored` }))
  return {
    locations: locations.map(({ at, type }, index) => ({
      type,
      lat: snaps[index]?.at[0] ?? at[0],
      lon: snaps[index]?.at[1] ?? at[1],
      original_index: order[index] ?? index,
    })),
    legs: legs.map((leg) => toTripLeg(leg, route, parts)),
    summary: toSummary(route.bbox, route.eta_min * 60, route.distance_km, route.steps ?? [], request),
    status_message: 'Found route between points',
    status: 0,
    units: request.units,
    language: request.language,
    ...(warnings.length > 0 && { warnings }),
  }
}

/** Returns whether the vehicle stops at a location, which ends a leg. */
function isStop(type: string): boolean {
  return type === 'break' || type === 'break_through'
}

function toTripLeg(leg: Leg, route: NativeTripRoute, parts: TripParts): object {
  const line = Array.isArray(route.geometry) ? (route.geometry as readonly Point[]) : []
  const [from, to] = toLegRange(leg)
  const shape = line.slice(from, to + 1)
  const steps = leg.steps as readonly (NativeStep & { readonly instruction: string })[]
  const { shapeFormat, hasManeuvers, request } = parts
  const geometryFormat = shapeFormat === 'polyline5' ? 'polyline' : shapeFormat
  return {
    ...(hasManeuvers && { maneuvers: steps.map((step) => toManeuver(step, from, request)) }),
    summary: toSummary(toBox(shape), leg.durationSeconds, leg.distanceMeters / 1000, steps, request),
    ...(geometryFormat !== 'no_shape' && { shape: formatLine(shape, geometryFormat) }),
  }
}

function toManeuver(step: NativeStep & { readonly instruction: string }, offset: number, request: ValhallaRequest) {
  const { maneuver, name, ref, instruction, duration_s, distance_m, geometry_range, mode } = step
  const names = [name, ref].filter((text) => text !== undefined && text !== '')
  const [travelMode, travelType] = travelModes[String(request.options.profile)] ?? ['drive', 'car']
  const { modifier, type, exit } = maneuver
  return {
    type: toManeuverType(type, modifier as ManeuverSide | undefined, mode),
    instruction,
    verbal_pre_transition_instruction: instruction,
    ...(names.length > 0 && { street_names: names }),
    time: round(duration_s, 3),
    length: toLength(distance_m / 1000, request),
    cost: round(duration_s, 3),
    begin_shape_index: (geometry_range?.[0] ?? offset) - offset,
    end_shape_index: (geometry_range?.[1] ?? offset) - offset,
    bearing_before: type === 'depart' ? undefined : maneuver.bearing_before,
    bearing_after: type === 'arrive' ? undefined : maneuver.bearing_after,
    roundabout_exit_count: exit,
    travel_mode: travelMode,
    travel_type: travelType,
  }
}

type Box = readonly [south: number, west: number, north: number, east: number]

function toSummary(
  [south, west, north, east]: Box,
  seconds: number,
  km: number,
  steps: readonly NativeStep[],
  request: ValhallaRequest,
): object {
  return {
    has_ferry: steps.some(({ mode }) => mode === 'ferry'),
    min_lat: south,
    min_lon: west,
    max_lat: north,
    max_lon: east,
    time: round(seconds, 3),
    length: toLength(km, request),
    cost: round(seconds, 3),
  }
}

function toBox(line: readonly Point[]): Box {
  const box: [number, number, number, number] = [90, 180, -90, -180]
  for (const [latitude, longitude] of line) {
    box[0] = Math.min(box[0], latitude)
    box[1] = Math.min(box[1], longitude)
    box[2] = Math.max(box[2], latitude)
    box[3] = Math.max(box[3], longitude)
  }
  return box
}

export function toLength(km: number, { units }: Pick<ValhallaRequest, 'units'>): number {
  return round(units === 'miles' ? km / KM_PER_MILE : km, 3)
}

export function round(value: number, decimals: number): number {
  const factor = 10 ** decimals
  return Math.round(value * factor) / factor
}
