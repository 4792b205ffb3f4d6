import type { ForeignReply } from '../../../operations/reply.ts'
import type { OperationCaller } from '../../../platform/http/calls.ts'
import type { Caller } from '../../../platform/http/guard/caller.ts'
import type { Problem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { formatDistance, formatDuration } from './labels.ts'
import { type CoverageCheck, type GeocodedPlace, PlaceFinder } from './place-finder.ts'
import { type PlaceInput, parsePlaces, splitPlaces } from './place-input.ts'
import { failInvalidRequest, type Refusal } from './refusals.ts'
import { toErrorReply, toFailureReply } from './reply.ts'
import { parseTravelOptions, profileByMode, type TravelOptions } from './request.ts'

/** Limits of the format. */
const MAX_SIDE = 25
const MAX_ELEMENTS = 100
const EMPTY_REPLY = { origin_addresses: [], destination_addresses: [], rows: [] }

type Cells = readonly (readonly (number | null)[])[]

interface NativeMatrix {
  readonly distances_km: Cells
  readonly durations_min: Cells
  readonly free_flow_min: Cells
}

export interface DistanceMatrixContext {
  readonly call: OperationCaller
  readonly caller: Caller
  readonly isCovered: CoverageCheck
  readonly nowMs: number
}

export async function findDistanceMatrix(
  parameters: Readonly<Record<string, string>>,
  { call, caller, isCovered, nowMs }: DistanceMatrixContext,
): Promise<ForeignReply> {
  const origins = parseSide('origins', parameters.origins)
  if (!origins.ok) return toRefusal(origins.failure)
  const destinations = parseSide('destinations', parameters.destinations)
  if (!destinations.ok) return toRefusal(destinations.failure)
  const [rows, columns] = [origins.value.length, destinations.value.length]
  for (const [field, count] of Object.entries({ origins: rows, destinations: columns })) {
    if (count > MAX_SIDE)
      return toErrorReply(
        'MAX_DIMENSIONS_EXCEEDED',
        `${field} has ${count} places; at most ${MAX_SIDE} are allowed`,
        EMPTY_REPLY,
      )
  }
  if (rows * columns > MAX_ELEMENTS) {
    const message = `${rows} origins and ${columns} destinations make ${rows * columns} elements; at most ${MAX_ELEMENTS} are allowed`
    return toErrorReply('MAX_ELEMENTS_EXCEEDED', message, EMPTY_REPLY)
  }
  const travel = parseTravelOptions(parameters, nowMs)
  if (!travel.ok) return toRefusal(travel.failure)
  if (travel.value.arriveByMs !== undefined)
    return toErrorReply('INVALID_REQUEST', 'arrival_time is not supported here; give departure_time', EMPTY_REPLY)
  const finder = new PlaceFinder(call, caller, travel.value, isCovered)
  const [from, to] = await Promise.all([findSide(finder, origins.value), findSide(finder, destinations.value)])
  const matrix = await computeMatrix(call, caller, travel.value, from, to)
  if (!matrix.ok) return toFailureReply(matrix.failure, EMPTY_REPLY)
  const addresses = (places: readonly (GeocodedPlace | undefined)[]) =>
    Promise.all(places.map((place) => (place ? finder.findAddress(place) : '')))
  return {
    status: 200,
    body: {
      status: 'OK',
      origin_addresses: await addresses(from),
      destination_addresses: await addresses(to),
      rows: from.map((origin, row) => ({
        elements: to.map((destination, column) =>
          origin && destination ? toElement(matrix.value, row, column, travel.value) : { status: 'NOT_FOUND' },
        ),
      })),
    },
  }
}

function toRefusal({ status, error_message }: Refusal): ForeignReply {
  return toErrorReply(status === 'MAX_WAYPOINTS_EXCEEDED' ? 'INVALID_REQUEST' : status, error_message, EMPTY_REPLY)
}

function parseSide(field: string, list = ''): Result<PlaceInput[], Refusal> {
  const elements = splitPlaces(list)
  if (elements.length === 0) return failInvalidRequest(`${field} is missing; give lat,lng or addresses, separated by |`)
  const places: PlaceInput[] = []
  for (const [index, element] of elements.entries()) {
    const placesResult = parsePlaces(`${field}[${index}]`, element)
    if (!placesResult.ok) return placesResult
    places.push(...placesResult.value)
  }
  return ok(places)
}

/** Finds the places of one side of a matrix. Places that were not found are undefined. */
export async function findSide(
  finder: PlaceFinder,
  inputs: readonly PlaceInput[],
): Promise<(GeocodedPlace | undefined)[]> {
  return (await finder.findAll(inputs)).map(({ place }) => place)
}

/**
 * Computes a matrix. If the whole matrix is rejected, each cell is computed separately, so that a place without a road
 * does not affect the other cells. A failure of the service, unlike a rejection, is returned.
 */
export async function computeMatrix(
  call: OperationCaller,
  caller: Caller,
  { mode, avoid, departAtMs }: TravelOptions,
  from: readonly (GeocodedPlace | undefined)[],
  to: readonly (GeocodedPlace | undefined)[],
): Promise<Result<NativeMatrix, Problem>> {
  const options = {
    profile: profileByMode[mode],
    avoid,
    metrics: ['distance', 'duration', 'free_flow'],
    ...(departAtMs !== undefined && { depart_at: new Date(departAtMs).toISOString() }),
  }
  const compute = (origins: readonly GeocodedPlace[], destinations: readonly GeocodedPlace[]) =>
    call('matrix', caller, {
      body: { ...options, origins: origins.map(({ at }) => at), destinations: destinations.map(({ at }) => at) },
    })
  const empty = () => from.map(() => to.map((): number | null => null))
  const tables = { distances_km: empty(), durations_min: empty(), free_flow_min: empty() }
  const fill = (body: NativeMatrix, rows: readonly number[], columns: readonly number[]) => {
    for (const name of ['distances_km', 'durations_min', 'free_flow_min'] as const)
      for (const [i, row] of rows.entries())
        for (const [j, column] of columns.entries()) {
          const cells = tables[name][row]
          if (cells) cells[column] = body[name][i]?.[j] ?? null
        }
  }
  const indexes = (places: readonly (GeocodedPlace | undefined)[]) =>
    places.flatMap((place, index) => (place ? [{ place, index }] : []))
  const [origins, destinations] = [indexes(from), indexes(to)]
  if (origins.length === 0 || destinations.length === 0) return ok(tables)
  const wholeMatrix = await compute(
    origins.map(({ place }) => place),
    destinations.map(({ place }) => place),
  )
  if (wholeMatrix.ok) {
    fill(
      wholeMatrix.body as NativeMatrix,
      origins.map(({ index }) => index),
      destinations.map(({ index }) => index),
    )
    return ok(tables)
  }
  if (wholeMatrix.problem.status !== 422) return fail(wholeMatrix.problem)
  for (const origin of origins) {
    for (const destination of destinations) {
      const cell = await compute([origin.place], [destination.place])
      if (cell.ok) fill(cell.body as NativeMatrix, [origin.index], [destination.index])
      else if (cell.problem.status !== 422) return fail(cell.problem)
    }
  }
  return ok(tables)
}

function toElement(matrix: NativeMatrix, row: number, column: number, travel: TravelOptions): object {
  const km = matrix.distances_km[row]?.[column] ?? null
  const minutes = matrix.durations_min[row]?.[column] ?? null
  const freeFlow = matrix.free_flow_min[row]?.[column] ?? null
  if (km === null || minutes === null || freeFlow === null) return { status: 'ZERO_RESULTS' }
  const { units, language, mode, departAtMs } = travel
  const meters = Math.round(km * 1000)
  const toDuration = (value: number) => {
    const seconds = Math.round(value * 60)
    return { value: seconds, text: formatDuration(seconds, language) }
  }
  return {
    status: 'OK',
    distance: { value: meters, text: formatDistance(meters, units, language) },
    duration: toDuration(freeFlow),
    ...(mode === 'driving' && departAtMs !== undefined && { duration_in_traffic: toDuration(minutes) }),
  }
}
