import { fail, ok, type Result } from '../../../platform/result.ts'
import { type Point, readPoint } from '../route/points.ts'
import type { AnyFailure } from './failures.ts'
import type { FleetFields, OptimizeFields } from './schemas.ts'

/** Matrix rows where a vehicle starts and ends. Undefined means anywhere. */
interface VehicleEndpoints {
  readonly start: number | undefined
  readonly end: number | undefined
  /** Depots where the vehicle may reload. Empty if the vehicle makes a single trip. */
  readonly depots: readonly number[]
}

/** Matrix rows and their meaning. */
export interface PointLayout {
  /** Stops, followed by the distinct start and end points of vehicles. */
  readonly points: readonly Point[]
  /** Name of each point in the request. */
  readonly names: readonly string[]
  readonly vehicles: readonly VehicleEndpoints[]
  /** Stops that are the start or end of a vehicle. These stops are not visited otherwise. */
  readonly depots: ReadonlySet<number>
}

type EndpointInput = readonly number[] | number | string

/** Assigns a matrix row to each location of a request. The order is deterministic, so that receipts can be verified. */
export function layOutPoints(body: OptimizeFields, vehicleCount: number): Result<PointLayout, AnyFailure> {
  const points: Point[] = []
  const names: string[] = []
  for (const [index, stop] of body.stops.entries()) {
    const point = readPoint(`stops[${index}]`, stop)
    if (!point.ok) return point
    points.push(point.value)
    names.push(`stops[${index}]`)
  }
  const readEndpoint = createEndpointReader(points, names, body.stops.length)
  const vehicles: Omit<VehicleEndpoints, 'depots'>[] = []
  const defaultEndpoints = readVehicleEndpoints(body, body, '', readEndpoint)
  if (!defaultEndpoints.ok) return defaultEndpoints
  for (let index = 0; index < vehicleCount; index++) {
    const vehicleFields = body.fleet?.[index]
    const endpoints = vehicleFields
      ? readVehicleEndpoints(vehicleFields, body, `fleet[${index}].`, readEndpoint)
      : defaultEndpoints
    if (!endpoints.ok) return endpoints
    vehicles.push(endpoints.value)
  }
  const vehiclesWithDepots: VehicleEndpoints[] = []
  for (const [index, endpoints] of vehicles.entries()) {
    const vehicleDepots = readDepots(body, index, endpoints.start, readEndpoint)
    if (!vehicleDepots.ok) return vehicleDepots
    vehiclesWithDepots.push({ ...endpoints, depots: vehicleDepots.value })
  }
  const rows = vehiclesWithDepots.flatMap(({ start, end, depots }) => [start, end, ...depots])
  const depots = new Set(rows.filter((row) => row !== undefined && row < body.stops.length) as number[])
  // Vehicles on the road continue from their current positions. The starts of these vehicles remain depots that are not
  // visited.
  for (const [index, { at }] of (body.current?.vehicles ?? []).slice(0, vehicleCount).entries()) {
    const row = at && readEndpoint(`current.vehicles[${index}].at`, at)
    if (row && !row.ok) return row
    const endpoints = vehiclesWithDepots[index]
    if (row && endpoints) vehiclesWithDepots[index] = { ...endpoints, start: row.value }
  }
  return ok({ points, names, vehicles: vehiclesWithDepots, depots })
}

/** Returns the locations of a request on roads. Undefined if the request has a custom matrix or is invalid. */
export function listOptimizePoints(body: OptimizeFields): readonly Point[] | undefined {
  if (body.matrix) return undefined
  const layout = layOutPoints(body, body.fleet?.length ?? body.vehicles ?? 1)
  return layout.ok ? layout.value.points : undefined
}

/** Reads the depots of a vehicle with several trips. By default, the vehicle reloads at its start. */
function readDepots(
  body: OptimizeFields,
  vehicle: number,
  start: number | undefined,
  readEndpoint: (field: string, value: EndpointInput) => Result<number | undefined, AnyFailure>,
): Result<readonly number[], AnyFailure> {
  const fields = body.fleet?.[vehicle]
  if ((fields?.max_trips ?? body.max_trips ?? 1) <= 1) return ok([])
  const prefix = fields?.depots === undefined ? '' : `fleet[${vehicle}].`
  const givenDepots = fields?.depots ?? body.depots
  if (!givenDepots) {
    if (start !== undefined) return ok([start])
    return fail({ kind: 'reload-nowhere', prefix: fields?.max_trips === undefined ? '' : `fleet[${vehicle}].` })
  }
  const rows: number[] = []
  for (const [index, place] of givenDepots.entries()) {
    const row = readEndpoint(`${prefix}depots[${index}]`, place)
    if (!row.ok) return row
    if (row.value !== undefined) rows.push(row.value)
  }
  return ok([...new Set(rows)])
}

/** Reads the start and end of a vehicle. Settings of the vehicle override the shared settings. */
function readVehicleEndpoints(
  vehicleFields: Pick<FleetFields, 'start' | 'end' | 'roundtrip'>,
  requestFields: OptimizeFields,
  prefix: string,
  readEndpoint: (field: string, value: EndpointInput) => Result<number | undefined, AnyFailure>,
): Result<Omit<VehicleEndpoints, 'depots'>, AnyFailure> {
  if (hasSingleStop(vehicleFields, requestFields)) return ok({ start: undefined, end: undefined })
  const [start, startField] =
    vehicleFields.start === undefined ? [requestFields.start ?? 0, 'start'] : [vehicleFields.start, `${prefix}start`]
  const from = readEndpoint(startField, start)
  if (!from.ok) return from
  const roundtrip = vehicleFields.roundtrip ?? (vehicleFields.end === undefined && requestFields.roundtrip === true)
  if (roundtrip && vehicleFields.end !== undefined) return fail({ kind: 'two-ends', prefix })
  if (roundtrip && from.value === undefined) return fail({ kind: 'roundtrip-from-anywhere', prefix })
  if (roundtrip) return ok({ start: from.value, end: from.value })
  const [end, endField] =
    vehicleFields.end === undefined ? [requestFields.end ?? 'any', 'end'] : [vehicleFields.end, `${prefix}end`]
  const to = readEndpoint(endField, end)
  return to.ok ? ok({ start: from.value, end: to.value }) : to
}

/** Returns whether the request has a single stop. That stop is visited and not treated as a depot. */
function hasSingleStop(vehicleFields: Pick<FleetFields, 'start' | 'end'>, requestFields: OptimizeFields): boolean {
  const isStopOrMissing = (place: EndpointInput | undefined) => place === undefined || place === 0
  return (
    requestFields.stops.length === 1 &&
    [vehicleFields.start, vehicleFields.end, requestFields.start, requestFields.end].every(isStopOrMissing)
  )
}

/**
 * Creates a function that returns the matrix row of a location. Start and end points with equal coordinates share a
 * row.
 */
function createEndpointReader(points: Point[], names: string[], stopCount: number) {
  return (field: string, value: EndpointInput): Result<number | undefined, AnyFailure> => {
    if (typeof value === 'string') return ok(undefined)
    if (typeof value === 'number') {
      return value < stopCount ? ok(value) : fail({ kind: 'no-such-stop', field, given: value, stops: stopCount })
    }
    const point = readPoint(field, value)
    if (!point.ok) return point
    const [latitude, longitude] = point.value
    const existingIndex = points.findIndex(
      (existingPoint, index) => index >= stopCount && existingPoint[0] === latitude && existingPoint[1] === longitude,
    )
    if (existingIndex >= 0) return ok(existingIndex)
    points.push(point.value)
    names.push(field)
    return ok(points.length - 1)
  }
}
