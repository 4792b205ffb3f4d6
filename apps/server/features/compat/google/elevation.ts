import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import { ok, type Result } from '../../../platform/result.ts'
import { findPointsAlong, measureAlong } from '../points-along.ts'
import { type Point, parsePlaces, splitPlaces } from './place-input.ts'
import { failInvalidRequest, type Refusal } from './refusals.ts'
import { toErrorReply, toFailureReply } from './reply.ts'

/** Maximum number of locations that the format allows. */
const MAX_LOCATIONS = 512
const EMPTY_REPLY = { results: [] }
/** Distance between height samples in the terrain data: one arc second, in meters. */
const RESOLUTION_METERS = 30.9

/** Returns the heights of positions, or of evenly spaced samples along a path. */
export async function findElevations(
  parameters: Readonly<Record<string, string>>,
  call: OperationCaller,
  caller: Caller,
): Promise<ForeignReply> {
  const points = readPoints(parameters)
  if (!points.ok) return toErrorReply('INVALID_REQUEST', points.failure.error_message, EMPTY_REPLY)
  const reply = await call('elevation', caller, { body: { points: points.value } })
  if (!reply.ok) return toFailureReply(reply.problem, EMPTY_REPLY)
  const { heights_m } = reply.body as { readonly heights_m: readonly (number | null)[] }
  const unknownIndex = heights_m.indexOf(null)
  if (unknownIndex >= 0) {
    const message = `There is no height for ${points.value[unknownIndex]?.join(',')}; the operator of this service can add terrain tiles`
    return toErrorReply('DATA_NOT_AVAILABLE', message, EMPTY_REPLY)
  }
  const results = points.value.map(([lat, lng], index) => ({
    elevation: heights_m[index],
    location: { lat, lng },
    resolution: RESOLUTION_METERS,
  }))
  return { status: 200, body: { results, status: 'OK' } }
}

function readPoints({ locations, path, samples }: Readonly<Record<string, string>>): Result<Point[], Refusal> {
  if (locations !== undefined && path !== undefined)
    return failInvalidRequest('locations and path are both set; use only one of them')
  if (path === undefined) {
    if (locations === undefined)
      return failInvalidRequest('locations is missing; give lat,lng separated by |, or path and samples')
    return readPositions('locations', locations, 1)
  }
  const line = readPositions('path', path, 2)
  if (!line.ok) return line
  if (samples === undefined) return failInvalidRequest(`samples is missing; give 2 to ${MAX_LOCATIONS}`)
  const count = Number(samples)
  if (!Number.isInteger(count) || count < 2 || count > MAX_LOCATIONS)
    return failInvalidRequest(`samples is ${JSON.stringify(samples.slice(0, 60))}; give 2 to ${MAX_LOCATIONS}`)
  return ok(samplePath(line.value, count))
}

function readPositions(field: string, list: string, min: number): Result<Point[], Refusal> {
  const points: Point[] = []
  for (const [index, element] of splitPlaces(list).entries()) {
    const places = parsePlaces(`${field}[${index}]`, element)
    if (!places.ok) return places
    for (const { at } of places.value) {
      if (!at) return failInvalidRequest(`${field}[${index}] must be a latitude and a longitude, separated by a comma`)
      points.push(at)
    }
  }
  if (points.length < min) return failInvalidRequest(`${field} has ${points.length} positions; give at least ${min}`)
  if (points.length > MAX_LOCATIONS)
    return failInvalidRequest(`${field} has ${points.length} positions; at most ${MAX_LOCATIONS} are allowed`)
  return ok(points)
}

/** Returns points at equal distances, from the first to the last. */
function samplePath(line: readonly Point[], count: number): Point[] {
  const total = measureAlong(line).at(-1) ?? 0
  return findPointsAlong(
    line,
    Array.from({ length: count }, (_, sample) => (total * sample) / (count - 1)),
  )
}
