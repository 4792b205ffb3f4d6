import type { DetailName, PlannedLeg, Track, TravelProfile } from '@fairway/road'
import type { GeometryFormat } from '../route/api/geometry-formats.ts'
import type { CachedStop } from '../route/memory/route-record.ts'
import type { AnyFailure } from './failures.ts'

/** Request field that contains the trace. */
export type TraceField = 'points' | 'gpx' | 'geojson' | 'polyline' | 'polyline6'

/** Parsed trace, or the unparsed content of a GPX file. Parsing GPX takes too long for an HTTP thread. */
export type TraceInput =
  | {
      readonly kind: 'track'
      readonly field: TraceField
      readonly track: Track
      /** How times without a time zone were read. */
      readonly notes?: readonly string[]
    }
  | { readonly kind: 'gpx'; readonly text: string }

/** Match job as plain data that can be sent to any thread. */
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
      /** Reply without the warnings and the closing brace. */
      readonly json: string
      readonly routes: readonly MatchedRoute[]
      readonly warnings: readonly string[]
    }

/** Route to cache, so that a later request can reroute it. */
export interface MatchedRoute {
  readonly id: string
  readonly key: string
  readonly legs: readonly PlannedLeg[]
  readonly stops: readonly CachedStop[]
}
