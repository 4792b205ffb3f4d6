import type { Result } from '../../../platform/result.ts'

/** Who answers where no local dataset does. The words are ours; each adapter turns another service's into them. */

/** Degrees: [latitude, longitude]. */
export type Place = readonly [number, number]

export interface UpstreamStop {
  readonly latitude: number
  readonly longitude: number
  /** Degrees clockwise from north in which the stop is passed; -1: any. */
  readonly heading: number
}

export interface UpstreamQuery {
  /** At least two, in the order they are visited. */
  readonly stops: readonly UpstreamStop[]
  /** How many routes besides the best one, at most. */
  readonly alternatives: number
  readonly steps: boolean
  /** tolls, motorways, ferries, …: strictly, so what the provider cannot avoid is refused. */
  readonly avoid: readonly string[]
}

export interface UpstreamLane {
  readonly valid: boolean
  readonly indications: readonly string[]
}

/** A maneuver and the way up to the next one. */
export interface UpstreamStep {
  /** In the words of OSRM; a provider may use words that are not among ours. */
  readonly type: string
  readonly modifier?: string
  readonly exit?: number
  readonly name: string
  readonly ref?: string
  readonly destinations?: string
  readonly exits?: string
  readonly rotaryName?: string
  readonly distanceMeters: number
  readonly durationSeconds: number
  readonly at: Place
  readonly bearingBefore: number
  readonly bearingAfter: number
  readonly drivingSide: 'left' | 'right'
  readonly lanes?: readonly UpstreamLane[]
  /** Where in the route's geometry the step begins and ends; it begins where the one before it ended. */
  readonly firstPoint: number
  readonly lastPoint: number
}

export interface UpstreamLeg {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Empty when none were asked for. */
  readonly steps: readonly UpstreamStep[]
}

export interface UpstreamRoute {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** At least two points. */
  readonly geometry: readonly Place[]
  /** One less than there are stops. */
  readonly legs: readonly UpstreamLeg[]
}

export interface SnappedStop {
  readonly at: Place
  readonly distanceMeters: number
  readonly name: string
}

export interface UpstreamAnswer {
  /** The best one first. */
  readonly routes: readonly UpstreamRoute[]
  /** One for every stop. */
  readonly snapped: readonly SnappedStop[]
}

/** The texts hold no address and no password, so that they may be shown to the caller. */
export type UpstreamFailure =
  | { readonly kind: 'upstream-unavailable'; readonly why: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'upstream-no-route'; readonly why: string }
  | { readonly kind: 'upstream-refused'; readonly why: string }

export interface UpstreamProvider {
  readonly name: string
  /** Never takes longer than the configured time-out, and never rejects because of what the other side does. */
  route(query: UpstreamQuery): Promise<Result<UpstreamAnswer, UpstreamFailure>>
  /** Ends what is under way and closes all connections; later calls are answered as unavailable. */
  close(): Promise<void>
}
