import type { CompatDirectionsQuery } from './api-types.ts'

/**
 * What `directions` takes. The service reads all of it as text and tells what is wrong in the way of the format, so that
 * its document says little; this is what does not go wrong.
 */
export interface DirectionsQuery
  extends Omit<
    CompatDirectionsQuery,
    'origin' | 'destination' | 'mode' | 'alternatives' | 'units' | 'departure_time' | 'arrival_time'
  > {
  /** `latitude,longitude`, an address, or `place_id:` and an id that a reply gave. */
  readonly origin: string
  /** `latitude,longitude`, an address, or `place_id:` and an id that a reply gave. */
  readonly destination: string
  readonly mode?: 'driving' | undefined
  /** Whether other ways are shown. */
  readonly alternatives?: boolean | 'true' | 'false' | undefined
  /** Of the texts. */
  readonly units?: 'metric' | 'imperial' | undefined
  /** `now`, or seconds since 1970. */
  readonly departure_time?: number | 'now' | `${number}` | undefined
  /** Seconds since 1970. */
  readonly arrival_time?: number | `${number}` | undefined
}
