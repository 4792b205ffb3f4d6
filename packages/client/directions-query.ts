import type { CompatDirectionsQuery } from './api-types.ts'

/**
 * Parameters of `directions`. The service reads all parameters as strings and reports errors in the compatible format,
 * so its OpenAPI document specifies little. This type allows only valid values.
 */
export interface DirectionsQuery
  extends Omit<
    CompatDirectionsQuery,
    'origin' | 'destination' | 'mode' | 'alternatives' | 'units' | 'departure_time' | 'arrival_time'
  > {
  /** `latitude,longitude`, an address, or `place_id:` followed by an ID from a response. */
  readonly origin: string
  /** `latitude,longitude`, an address, or `place_id:` followed by an ID from a response. */
  readonly destination: string
  readonly mode?: 'driving' | undefined
  /** Whether to return alternative routes. */
  readonly alternatives?: boolean | 'true' | 'false' | undefined
  /** Units of the formatted distances in the response. */
  readonly units?: 'metric' | 'imperial' | undefined
  /** `now`, or seconds since 1970. */
  readonly departure_time?: number | 'now' | `${number}` | undefined
  /** Seconds since 1970. */
  readonly arrival_time?: number | `${number}` | undefined
}
