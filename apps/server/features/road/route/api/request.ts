import {
  type Approach,
  type Bearing,
  type DetailName,
  findInstructionWriter,
  type InstructionWriter,
  languages,
  type TravelProfile,
} from '@fairway/road'
import { fail, ok, type Result } from '../../../../platform/result.ts'
import { addModel, type ModelSource } from '../../models/model-source.ts'
import { type ElectricQuery, readElectric } from '../electric/request.ts'
import { type Point, readPoint } from '../points.ts'
import type { TripTime } from '../trip.ts'
import { type PointConstraints, readConstraints, withoutApproaches } from './constraints.ts'
import type { RoutingFailure } from './failures.ts'
import { readProfile } from './profiles.ts'
import { DEFAULT_ALTERNATIVES, type GeometryFormat, type RouteFields } from './schemas.ts'

/** Routing and output options. */
export interface RouteOptions {
  readonly profile: TravelProfile
  readonly avoidAreas: readonly (readonly Point[])[]
  readonly steps: boolean
  readonly instructions: InstructionWriter
  readonly units: 'metric' | 'imperial' | undefined
  /** Attributes to list along the line. */
  readonly details?: readonly DetailName[] | undefined
}

/** Validated request. */
export interface RouteQuery extends RouteOptions {
  /** Start, via points and destination, with the caller's field names. */
  readonly stops: readonly NamedStop[]
  readonly time: TripTime
  readonly alternatives: number
  readonly geometry: GeometryFormat
  /** Whether to estimate fuel and CO₂. */
  readonly emissions?: boolean | undefined
  /** Electric vehicle. The router adds charging stops if the charge is not sufficient. */
  readonly electric?: ElectricQuery | undefined
}

export interface NamedStop {
  readonly field: string
  readonly latitude: number
  readonly longitude: number
  readonly heading: number
  readonly bearing?: Bearing | undefined
  readonly approach?: Approach | undefined
  /** Marks a charging station that the planner added. */
  readonly isStation?: true
}

export type RouteOptionFields = Pick<
  RouteFields,
  | 'profile'
  | 'mode'
  | 'costing'
  | 'model'
  | 'avoid'
  | 'avoid_areas'
  | 'vehicle'
  | 'steps'
  | 'language'
  | 'units'
  | 'details'
>

/**
 * Maximum number of via points of an electric trip. The time to plan charging stops grows with the square of this
 * number.
 */
const MAX_ELECTRIC_VIA = 20

export function readRouteQuery(
  body: RouteFields,
  nowMs: number,
  models: ModelSource,
): Result<RouteQuery, RoutingFailure> {
  const stops = readStops(body)
  if (!stops.ok) return stops
  const constraints = readConstraints(body, stops.value.length)
  if (!constraints.ok) return constraints
  const time = readTime(body, nowMs)
  if (!time.ok) return time
  const routeOptions = readRouteOptions(body, models)
  if (!routeOptions.ok) return routeOptions
  const electricFields = typeof body.vehicle?.electric === 'object' ? body.vehicle.electric : undefined
  const electric = electricFields && readElectric(electricFields, routeOptions.value.profile)
  if (electric && !electric.ok) return electric
  const viaCount = stops.value.length - 2
  if (electric && viaCount > MAX_ELECTRIC_VIA)
    return fail({ kind: 'electric-via', given: viaCount, max: MAX_ELECTRIC_VIA })
  return ok({
    ...routeOptions.value,
    electric: electric?.value,
    stops: addConstraints(stops.value, constraints.value, routeOptions.value.profile),
    time: time.value,
    alternatives: readAlternatives(body.alternatives),
    geometry: body.geometry ?? 'points',
    emissions: body.emissions,
  })
}

export function readRouteOptions(body: RouteOptionFields, models: ModelSource): Result<RouteOptions, RoutingFailure> {
  const areas = readAreas(body.avoid_areas ?? [])
  if (!areas.ok) return areas
  const profileWithoutModel = readProfile(body)
  if (!profileWithoutModel.ok) return profileWithoutModel
  const profile = addModel(profileWithoutModel.value, body.model, models)
  if (!profile.ok) return profile
  const language = body.language ?? 'en'
  const instructions = findInstructionWriter(language)
  if (!instructions) return fail({ kind: 'language-unknown', given: language, known: languages })
  return ok({
    profile: profile.value,
    avoidAreas: areas.value,
    steps: body.steps ?? true,
    instructions,
    units: body.units as RouteOptions['units'],
    details: body.details,
  })
}

function readStops({ from, via = [], to, heading = -1 }: RouteFields): Result<NamedStop[], RoutingFailure> {
  const stops: NamedStop[] = []
  const last = via.length + 1
  for (let i = 0; i <= last; i++) {
    const field = i === 0 ? 'from' : i === last ? 'to' : `via[${i - 1}]`
    const stop = readStop(field, (i === 0 ? from : i === last ? to : via[i - 1]) ?? [], i === 0 ? heading : -1)
    if (!stop.ok) return stop
    stops.push(stop.value)
  }
  return ok(stops)
}

/** Reads a stop. `heading` is in degrees, and a negative value allows any direction. */
export function readStop(field: string, value: readonly number[], heading = -1): Result<NamedStop, RoutingFailure> {
  const point = readPoint(field, value)
  if (!point.ok) return point
  const [latitude, longitude] = point.value
  return ok({ field, latitude, longitude, heading: heading >= 0 ? heading % 360 : -1 })
}

function addConstraints(
  stops: NamedStop[],
  constraints: readonly PointConstraints[] | undefined,
  { network }: TravelProfile,
): NamedStop[] {
  if (!constraints) return stops
  const usedConstraints = network === 'foot' ? withoutApproaches(constraints) : constraints
  return stops.map((stop, index) => ({ ...stop, ...usedConstraints[index] }))
}

function readAreas(areas: readonly (readonly number[][])[]): Result<Point[][], RoutingFailure> {
  const rings: Point[][] = []
  for (const [index, area] of areas.entries()) {
    const ring: Point[] = []
    for (const [corner, value] of area.entries()) {
      const point = readPoint(`avoid_areas[${index}][${corner}]`, value)
      if (!point.ok) return point
      ring.push(point.value)
    }
    rings.push(ring)
  }
  return ok(rings)
}

/**
 * Range of supported times. Years from 10000 on cannot be formatted, so the maximum leaves enough time for every trip.
 */
const MIN_INSTANT_MS = 0
const MAX_INSTANT_MS = Date.UTC(2200, 0)

export function readTime(
  { depart_at, arrive_by }: Pick<RouteFields, 'depart_at' | 'arrive_by'>,
  nowMs: number,
): Result<TripTime, RoutingFailure> {
  if (depart_at !== undefined && arrive_by !== undefined) return fail({ kind: 'two-times' })
  const [field, input] = depart_at !== undefined ? ['depart_at', depart_at] : ['arrive_by', arrive_by]
  if (input === undefined) return ok({ kind: 'depart', atMs: nowMs, nowMs })
  const atMs = Date.parse(input)
  if (!Number.isFinite(atMs)) return fail({ kind: 'time-unreadable', field: field ?? '', given: input })
  if (!(atMs >= MIN_INSTANT_MS && atMs < MAX_INSTANT_MS)) {
    return fail({ kind: 'time-out-of-range', field: field ?? '', given: input })
  }
  return ok({ kind: field === 'depart_at' ? 'depart' : 'arrive', atMs, nowMs })
}

function readAlternatives(input: number | boolean | undefined): number {
  if (input === undefined || input === true) return DEFAULT_ALTERNATIVES
  return input === false ? 0 : input
}
