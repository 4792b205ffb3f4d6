import type { Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { VisitLog } from '../visits/advance-visits.ts'
import type { ConformanceState } from './conformance.ts'
import type { AssetKind } from './kinds.ts'
import type { Pace } from './pace.ts'

/** The remaining route after a fix: everything reported about it between fixes. */
export interface RemainingRoute {
  /** Completed share of the whole route, in percent. */
  readonly donePct: number
  /** Remaining distance along the route, in reported meters. */
  readonly alongM: number
  /** The remaining duration in planned seconds. */
  readonly plannedS: number
  /** For assets off the route: straight-line distance to the point from which the remaining route is counted. */
  readonly toPlanM: number
}

/**
 * The complete state of an asset between two fixes, as plain JSON, so that any process can continue from it. Immutable:
 * `advance` returns a new one.
 */
export interface TrackerState {
  readonly version: 1
  readonly kind: AssetKind
  /** The live position. */
  readonly fix: Fix
  /** Classification of the last fix, used to flag it in the track. */
  readonly last: 'live' | 'late' | 'jump'
  /** A jump that another fix has yet to confirm. */
  readonly suspect: Fix | null
  readonly motion: Motion
  readonly progress: Progress | null
  /** The stops of a dispatched tour that the asset has reached. */
  readonly visits?: VisitLog | undefined
}

/**
 * before: has not reached the route yet. on: follows it. off: has left it. arrived: at its end. done: has left the end.
 */
type Phase = 'before' | 'on' | 'off' | 'arrived' | 'done'

export interface Progress {
  readonly planId: string
  readonly phase: Phase
  /**
   * Meters of the route that lie behind the asset, measured on the sphere. Increases, except when the asset rejoins the
   * route farther back or when a coarse fix had moved it too far ahead.
   */
  readonly alongM: number
  /** Uncertainty of `alongM`, in the same unit as the accuracy of a fix. Older states lack it. */
  readonly blurM?: number
  /** When the asset was last on the route at that place. */
  readonly alongMs: number
  /** The earliest place on the route where the asset can still be, given its movement. */
  readonly leastM: number
  readonly seenMs: number
  readonly driftM: number
  /** Height above (negative: below) the planned altitude. */
  readonly verticalM: number | null
  /** Consecutive fixes that suggest the asset has left the route. Weak evidence counts less than one. */
  readonly beyondFixes: number
  readonly beyondSinceMs: number
  readonly offSinceMs: number | null
  readonly wrongWay: boolean
  /** How far the asset has moved back along the route since it turned around; otherwise 0. */
  readonly backM?: number
  /** The remaining route, so that reads do not need the route itself. Older states lack it. */
  readonly rest?: RemainingRoute
  /** Another part of the route that the asset seems to follow now. */
  readonly rejoin: {
    readonly alongM: number
    readonly timeMs: number
    readonly fixes: number
    readonly sinceMs: number
  } | null
  /** Position when the route was assigned. */
  readonly origin: { readonly latitude: number; readonly longitude: number; readonly driftM: number }
  /** Before departure: where the asset began to follow the route without interruption. Null when it is not on it. */
  readonly followsFromM?: number | null
  readonly nearEndSinceMs: number | null
  readonly awayFixes: number
  readonly pace: Pace
  readonly conformity: ConformanceState | null
}
