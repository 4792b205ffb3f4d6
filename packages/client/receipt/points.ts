/** [latitude, longitude] */
export type Point = readonly number[]
export type Place = Point | number | string

export interface VehicleFields {
  readonly start?: Place | undefined
  readonly end?: Place | undefined
  readonly roundtrip?: boolean | undefined
  readonly breaks?: readonly { readonly duration_min: number }[] | undefined
}

/** The part of an optimization request needed to verify a receipt. */
export interface OptimizeRequest extends VehicleFields {
  readonly stops: readonly Point[]
  readonly vehicles?: number | undefined
  readonly fleet?: readonly VehicleFields[] | undefined
  readonly objective?: string | undefined
  readonly service_min?: number | readonly number[] | undefined
  readonly balance?: boolean | string | undefined
  readonly given?: readonly (readonly number[])[] | undefined
  readonly matrix?:
    | { readonly distances_km?: Table | undefined; readonly durations_min?: Table | undefined }
    | undefined
  readonly seed?: number | undefined
  readonly avoid?: unknown
  readonly avoid_areas?: unknown
  readonly vehicle?: unknown
}
export type Table = readonly (readonly (number | null)[])[]

/** Responses use thousandths of a minute. Caller values are rounded to them. */
export const PER_MINUTE = 1000
/** Responses use ten-thousandths of a kilometer. */
export const PER_KM = 10_000

export function rounded(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit
}

/** The rows of the matrix. Each vehicle starts and ends at one of them, or anywhere. */
export interface Rows {
  readonly points: readonly Point[]
  readonly vehicles: readonly { readonly start: number | undefined; readonly end: number | undefined }[]
}

/** The stops, then the common start and end, then those of each vehicle, where they are Points and not listed yet. */
export function rowsOf(request: OptimizeRequest): Rows {
  const points: Point[] = [...request.stops]
  const row = (place: Place): number | undefined => {
    if (typeof place === 'string') return undefined
    if (typeof place === 'number') return place
    const known = points.findIndex(
      (point, index) => index >= request.stops.length && point[0] === place[0] && point[1] === place[1],
    )
    return known >= 0 ? known : points.push(place) - 1
  }
  const ends = (own: VehicleFields) => {
    const start = row(own.start ?? request.start ?? 0)
    const roundtrip = own.roundtrip ?? (own.end === undefined && request.roundtrip === true)
    return { start, end: roundtrip ? start : row(own.end ?? request.end ?? 'any') }
  }
  // The common start and end come first, whether or not a vehicle uses them.
  const all = ends(request)
  const count = request.fleet?.length ?? request.vehicles ?? 1
  const vehicles = Array.from({ length: count }, (_, index) => {
    const own = request.fleet?.[index]
    return own ? ends(own) : all
  })
  return { points, vehicles }
}
