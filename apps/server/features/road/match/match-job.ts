import type { DetailName, PlannedLeg, Track, TravelProfile } from '@fairway/road'
import type { GeometryFormat } from '../route/api/geometry-formats.ts'
import type { CachedStop } from '../route/memory/route-record.ts'
import type { AnyFailure } from './failures.ts'

/** The field of the request that contains the trace. */
export type TraceField = 'points' | 'gpx' | 'geojson' | 'polyline' | 'polyline6'

/** A trace, or the text of a GPX file, which takes too long to read in an HTTP thread. */
export type TraceInput =
  | { readonly kind: 'track'; readonly field: TraceField; readonly track: Track }
  | { readonly kind: 'gpx'; readonly text: string }

/** A trace to match, as plain data that can be sent to any thread. */
export interface MatchJob {
  readonly trace: TraceInput
  readonly profile: TravelProfile
  readonly gaps: 'split' | 'bridge'
  readonly geometry: GeometryFormat
  readonly steps: boolean
  readonly language: string
  readonly units: 'metric' | 'imperial' | undefined
  readonly details: readonly DetailName[] | undefined
  readonly nowMs: number
}

export type MatchOutcome =
  | { readonly kind: 'failure'; readonly failure: AnyFailure }
  | {
      readonly kind: 'matched'
      /** The reply without warnings and without the closing brace. */
      readonly json: string
      readonly routes: readonly MatchedRoute[]
      readonly warnings: readonly string[]
    }

/** A route to store, so that it can be rerouted later. */
export interface MatchedRoute {
  readonly id: string
  readonly key: string
  readonly legs: readonly PlannedLeg[]
  readonly stops: readonly CachedStop[]
}
