import type { Result } from '../../../platform/result.ts'

/**
 * An upstream provider for areas without a local dataset. The interface uses our terms; each adapter translates those
 * of another service.
 */

/** Degrees: [latitude, longitude]. */
export type UpstreamPoint = readonly [number, number]

export interface UpstreamStop {
  readonly latitude: number
  readonly longitude: number
  /** The heading at which the stop is passed, in degrees clockwise from north; -1 means any. */
  readonly heading: number
}

export interface UpstreamQuery {
  /** At least two, in visiting order. */
  readonly stops: readonly UpstreamStop[]
  /** The maximum number of routes in addition to the best one. */
  readonly alternatives: number
  readonly steps: boolean
  /** tolls, motorways, ferries, … These are strict: a query is rejected when the provider cannot avoid one. */
  readonly avoid: readonly string[]
}

interface UpstreamLane {
  readonly valid: boolean
  readonly indications: readonly string[]
}

/** A maneuver and the path to the next one. */
export interface UpstreamStep {
  /** OSRM terms. A provider may use terms that we do not have. */
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
  readonly at: UpstreamPoint
  readonly bearingBefore: number
  readonly bearingAfter: number
  readonly drivingSide: 'left' | 'right'
  readonly lanes?: readonly UpstreamLane[]
  /** The range of the step in the route geometry. It starts where the previous step ends. */
  readonly firstPoint: number
  readonly lastPoint: number
}

export interface UpstreamLeg {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Empty when no steps were requested. */
  readonly steps: readonly UpstreamStep[]
}

export interface UpstreamRoute {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** At least two points. */
  readonly geometry: readonly UpstreamPoint[]
  /** One less than the number of stops. */
  readonly legs: readonly UpstreamLeg[]
}

export interface SnappedStop {
  readonly at: UpstreamPoint
  readonly distanceMeters: number
  readonly name: string
}

export interface UpstreamAnswer {
  /** Best route first. */
  readonly routes: readonly UpstreamRoute[]
  /** One per stop. */
  readonly snapped: readonly SnappedStop[]
}

/** Messages contain no URL and no password, so that they may be shown to the caller. */
export type UpstreamFailure =
  | { readonly kind: 'upstream-unavailable'; readonly why: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'upstream-no-route'; readonly why: string }
  | { readonly kind: 'upstream-refused'; readonly why: string }

export interface UpstreamProvider {
  readonly name: string
  /** Never exceeds the configured timeout, and never rejects because of the upstream's behavior. */
  route(query: UpstreamQuery): Promise<Result<UpstreamAnswer, UpstreamFailure>>
  /** Aborts running requests and closes all connections. Later calls fail as unavailable. */
  close(): Promise<void>
}
