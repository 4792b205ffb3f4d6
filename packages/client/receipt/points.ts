/** A position as [latitude, longitude]. */
type Point = readonly number[]
type EndpointInput = Point | number | string

interface VehicleFields {
  readonly start?: EndpointInput | undefined
  readonly end?: EndpointInput | undefined
  readonly roundtrip?: boolean | undefined
  readonly breaks?: readonly { readonly duration_min: number }[] | undefined
  readonly rules?: string | undefined
  readonly profile?: unknown
  readonly speed_factor?: number | undefined
  readonly max_trips?: number | undefined
  readonly depots?: readonly (Point | number)[] | undefined
}

/** Part of an optimization request that is needed to verify a receipt. */
export interface OptimizeRequest extends VehicleFields {
  readonly stops: readonly Point[]
  readonly days?: readonly string[] | undefined
  readonly vehicles?: number | undefined
  readonly fleet?: readonly VehicleFields[] | undefined
  readonly objective?: string | undefined
  readonly service_min?: number | readonly number[] | undefined
  readonly demands?: readonly (number | readonly number[])[] | undefined
  readonly split?: boolean | readonly boolean[] | undefined
  readonly balance?: boolean | string | undefined
  readonly prize?: readonly (number | null)[] | undefined
  readonly soft_windows?: readonly unknown[] | undefined
  readonly given?: readonly (readonly number[])[] | undefined
  readonly locked?: readonly (readonly number[])[] | undefined
  readonly current?:
    | {
        readonly vehicles: readonly {
          readonly at?: Point | undefined
          readonly done?: readonly number[] | undefined
        }[]
      }
    | undefined
  readonly matrix?:
    | { readonly distances_km?: Table | undefined; readonly durations_min?: Table | undefined }
    | undefined
  readonly seed?: number | undefined
  readonly avoid?: unknown
  readonly avoid_areas?: unknown
  readonly vehicle?: unknown
}
export type Table = readonly (readonly (number | null)[])[]

/**
 * Resolution of durations in responses, in thousandths of a minute. Values from the caller are rounded to this
 * resolution.
 */
export const STEPS_PER_MINUTE = 1000
/** Resolution of distances in responses, in ten-thousandths of a kilometer. */
export const STEPS_PER_KM = 10_000

export function roundToStep(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit
}

/**
 * Rows of the matrix, and the rows at which each vehicle starts and ends. Undefined means that the vehicle may start or
 * end anywhere.
 */
export interface MatrixRows {
  readonly points: readonly Point[]
  readonly vehicles: readonly {
    readonly start: number | undefined
    readonly end: number | undefined
    /** Rows where the vehicle may reload. Empty for a vehicle that makes a single trip. */
    readonly depots: readonly number[]
  }[]
  /** Stops where vehicles start, end, or reload. Vehicles do not visit them otherwise. */
  readonly unvisited: ReadonlySet<number>
}

/**
 * Lists the stops, then the common start and end, then those of each vehicle, then depots, then current positions.
 * Starts, ends, depots, and positions are added only if they are coordinates that are not listed yet.
 */
export function toMatrixRows(request: OptimizeRequest): MatrixRows {
  const points: Point[] = [...request.stops]
  const findOrAddRow = (endpoint: EndpointInput): number | undefined => {
    if (typeof endpoint === 'string') return undefined
    if (typeof endpoint === 'number') return endpoint
    const existingRow = points.findIndex(
      (point, index) => index >= request.stops.length && point[0] === endpoint[0] && point[1] === endpoint[1],
    )
    return existingRow >= 0 ? existingRow : points.push(endpoint) - 1
  }
  // If a tour has only one stop, that stop is visited and does not become a depot.
  const hasSingleStop = ({ start, end }: VehicleFields): boolean =>
    request.stops.length === 1 &&
    [start, end, request.start, request.end].every((endpoint) => endpoint === undefined || endpoint === 0)
  const resolveEndpoints = (vehicle: VehicleFields) => {
    if (hasSingleStop(vehicle)) return { start: undefined, end: undefined }
    const start = findOrAddRow(vehicle.start ?? request.start ?? 0)
    const roundtrip = vehicle.roundtrip ?? (vehicle.end === undefined && request.roundtrip === true)
    return { start, end: roundtrip ? start : findOrAddRow(vehicle.end ?? request.end ?? 'any') }
  }
  // The common start and end are listed first, even if no vehicle uses them.
  const commonEndpoints = resolveEndpoints(request)
  const count = request.fleet?.length ?? request.vehicles ?? 1
  const endpoints = Array.from({ length: count }, (_, index) => {
    const vehicle = request.fleet?.[index]
    return vehicle ? resolveEndpoints(vehicle) : commonEndpoints
  })
  const vehicles = endpoints.map(({ start, end }, index) => {
    const { max_trips = request.max_trips ?? 1, depots = request.depots } = request.fleet?.[index] ?? {}
    const rows = max_trips > 1 ? (depots?.map(findOrAddRow) ?? [start]) : []
    return { start, end, depots: rows.filter((row) => row !== undefined) }
  })
  const places = vehicles.flatMap(({ start, end, depots }) => [start, end, ...depots])
  return {
    points,
    vehicles: vehicles.map((vehicle, index) => {
      const point = request.current?.vehicles[index]?.at
      return point ? { ...vehicle, start: findOrAddRow(point) } : vehicle
    }),
    unvisited: new Set(places.filter((row) => row !== undefined && row < request.stops.length) as number[]),
  }
}

/** Lists the stops that vehicles have already visited. */
export function listDoneStops({ current }: OptimizeRequest): Set<number> {
  return new Set(current?.vehicles.flatMap(({ done = [] }) => done))
}

/** Returns whether some vehicles use a matrix other than the matrix of the request. */
export function hasSeveralMatrices({ fleet = [] }: OptimizeRequest): boolean {
  return fleet.some(({ profile, speed_factor }) => profile !== undefined || speed_factor !== undefined)
}
