import { findInstructionWriter } from '@fairway/road'
import type { ForeignReply } from '../../../operations/reply.ts'
import type { CallReply, OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { MAX_ALTERNATIVES, MAX_VIA } from '../../road/route/api/schemas.ts'
import type { NativeReply } from '../osrm/reply/native-route.ts'
import { toErrorReply, toFailureReply, type ValhallaError } from './errors.ts'
import {
  LOCATION_CODES,
  readLocations,
  readRequest,
  SHAPE_FORMATS,
  type ValhallaLocation,
  type ValhallaRequest,
} from './request.ts'
import { type NativeTripRoute, type TripParts, toTrip } from './trip.ts'

const MAX_LOCATIONS = MAX_VIA + 2

type Fields = Readonly<Record<string, unknown>>

/** Handles the `route` action. */
export async function findRoute(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const locations = readLocations(fields.locations, 2, LOCATION_CODES)
  if (!locations.ok) return toErrorReply(locations.failure)
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  return routeInOrder(call, caller, request.value, locations.value, [...locations.value.keys()])
}

/** Handles the `optimized_route` action. The first location stays first, and the last location stays last. */
export async function findOptimizedRoute(call: OperationCaller, caller: Caller, fields: Fields): Promise<ForeignReply> {
  const locations = readLocations(fields.locations, 2, LOCATION_CODES)
  if (!locations.ok) return toErrorReply(locations.failure)
  const request = readRequest(fields)
  if (!request.ok) return toErrorReply(request.failure)
  const { arrive_by, ...options } = request.value.options
  if (arrive_by !== undefined) return toErrorReply({ code: 163 })
  const last = locations.value.length - 1
  if (last < 2) return routeInOrder(call, caller, request.value, locations.value, [...locations.value.keys()])
  const stops = locations.value.map(({ at }) => at)
  const body = { ...options, stops, start: 0, end: last, objective: 'duration' }
  const reply = await call('optimize', caller, { body })
  if (!reply.ok) return toFailureReply(reply.problem)
  const { order } = reply.body as { readonly order: readonly number[] }
  if (order.length !== locations.value.length) return toErrorReply({ code: 442 })
  const ordered = order.flatMap((index) => locations.value[index] ?? [])
  return routeInOrder(call, caller, request.value, ordered, order)
}

async function routeInOrder(
  call: OperationCaller,
  caller: Caller,
  request: ValhallaRequest,
  locations: readonly ValhallaLocation[],
  order: readonly number[],
): Promise<ForeignReply> {
  const error = checkRoute(request, locations)
  if (error) return toErrorReply(error)
  const { fields, id } = request
  const shapeFormat = SHAPE_FORMATS.find((name) => name === (fields.shape_format ?? 'polyline6')) ?? 'polyline6'
  const directions = fields.directions_options as Fields | undefined
  const type = fields.directions_type ?? directions?.directions_type ?? 'instructions'
  const reply = await callRoute(call, caller, request, toBody(request, locations))
  if (!reply.ok) return toFailureReply(reply.problem)
  const route = reply.body as NativeReply & NativeTripRoute
  const { snapped } = route
  const snaps = [snapped.from, ...snapped.via, snapped.to]
  const parts: TripParts = { request, locations, snaps, order, shapeFormat, hasManeuvers: type !== 'none' }
  const alternates = route.alternatives.map((alternative) => ({ trip: toTrip(alternative as NativeTripRoute, parts) }))
  const body = {
    trip: toTrip(route, parts),
    ...(alternates.length > 0 && { alternates }),
    ...(id !== undefined && { id }),
  }
  return { status: 200, body }
}

function checkRoute({ fields }: ValhallaRequest, locations: readonly ValhallaLocation[]): ValhallaError | undefined {
  if (locations.length > MAX_LOCATIONS) return { code: 150, detail: String(MAX_LOCATIONS) }
  if (fields.shape_format !== undefined && !SHAPE_FORMATS.some((name) => name === fields.shape_format))
    return { code: 164 }
  if (fields.format !== undefined && fields.format !== 'json') return { code: 107, detail: 'format' }
  return undefined
}

function toBody({ options, fields, language }: ValhallaRequest, locations: readonly ValhallaLocation[]): object {
  const [first] = locations
  const points = locations.map(({ at }) => at)
  const alternates = typeof fields.alternates === 'number' ? fields.alternates : 0
  return {
    ...options,
    from: points[0],
    via: points.slice(1, -1),
    to: points.at(-1),
    alternatives: Math.max(0, Math.min(MAX_ALTERNATIVES, Math.floor(alternates))),
    ...(first?.heading !== undefined && { heading: first.heading }),
    language: findInstructionWriter(language)?.language ?? 'en',
    steps: true,
    geometry: 'points',
  }
}

/** Requests a route. Roads that should be avoided are used if there is no other route. */
async function callRoute(
  call: OperationCaller,
  caller: Caller,
  { options, preferredAvoid }: ValhallaRequest,
  body: object,
): Promise<CallReply> {
  const strictAvoid = options.avoid as readonly string[]
  if (preferredAvoid.length > 0) {
    const avoid = [...new Set([...strictAvoid, ...preferredAvoid])]
    const preferredReply = await call('route', caller, { body: { ...body, avoid } })
    if (preferredReply.ok || preferredReply.problem.code !== 'blocked-by-constraints') return preferredReply
  }
  return call('route', caller, { body })
}
