import type { Approach, Bearing } from '@fairway/road'
import type { Result } from '../../../platform/result.ts'

/**
 * This file defines the upstream provider for areas without a local map. The interface uses Fairway terms, and each
 * adapter translates the terms of one service.
 */

/** Point as [latitude, longitude], in degrees. */
export type UpstreamPoint = readonly [number, number]

export interface UpstreamStop {
  readonly latitude: number
  readonly longitude: number
  /** Heading at the stop in degrees clockwise from north, or -1 for any heading. */
  readonly heading: number
  /** Required direction of travel. */
  readonly bearing?: Bearing | undefined
  /** Required side of the street. */
  readonly approach?: Approach | undefined
}

export interface UpstreamQuery {
  /** At least two stops, in visiting order. */
  readonly stops: readonly UpstreamStop[]
  /** Maximum number of routes in addition to the best route. */
  readonly alternatives: number
  readonly steps: boolean
  /**
   * Features to avoid, such as tolls, motorways or ferries. The query is rejected if the provider cannot avoid a
   * feature.
   */
  readonly avoid: readonly string[]
}

interface UpstreamLane {
  readonly valid: boolean
  readonly indications: readonly string[]
}

/** Maneuver and the path to the next maneuver. */
export interface UpstreamStep {
  /** Maneuver type in OSRM terms. A provider may use types that Fairway does not define. */
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
  /** First point of the step in the route geometry, where the previous step ends. */
  readonly firstPoint: number
  readonly lastPoint: number
}

export interface UpstreamLeg {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Steps of the leg. Empty if no steps were requested. */
  readonly steps: readonly UpstreamStep[]
}

export interface UpstreamRoute {
  readonly distanceMeters: number
  readonly durationSeconds: number
  /** Geometry with at least two points. */
  readonly geometry: readonly UpstreamPoint[]
  /** Legs of the route, one fewer than the stops. */
  readonly legs: readonly UpstreamLeg[]
}

export interface SnappedStop {
  readonly at: UpstreamPoint
  readonly distanceMeters: number
  readonly name: string
}

export interface UpstreamAnswer {
  /** Routes, with the best route first. */
  readonly routes: readonly UpstreamRoute[]
  /** Snapped positions, one per stop. */
  readonly snapped: readonly SnappedStop[]
}

/** Failures of a provider. Messages contain no URL and no password, because callers may see them. */
export type UpstreamFailure =
  | { readonly kind: 'upstream-unavailable'; readonly why: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'upstream-no-route'; readonly why: string }
  | { readonly kind: 'upstream-refused'; readonly why: string }

export interface UpstreamProvider {
  readonly name: string
  /** Requests a route. The call never exceeds the configured timeout, and upstream errors never reject the promise. */
  route(query: UpstreamQuery): Promise<Result<UpstreamAnswer, UpstreamFailure>>
  /** Aborts running requests and closes all connections. Later calls fail as unavailable. */
  close(): Promise<void>
}
