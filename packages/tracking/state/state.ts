import type { Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { VisitLog } from '../visits/advance-visits.ts'
import type { ConformanceState } from './conformance.ts'
import type { AssetKind } from './kinds.ts'
import type { Pace } from './pace.ts'

/** Remaining route after a fix, with all values that are reported until the next fix. */
export interface RemainingRoute {
  /** Completed share of the whole route, in percent. */
  readonly donePct: number
  /** Remaining distance along the route, in reported meters. */
  readonly alongM: number
  /** Remaining duration, in planned seconds. */
  readonly plannedS: number
  /** Straight-line distance, in meters, from an off-route asset to the point where the remaining route begins. */
  readonly toPlanM: number
}

/**
 * Complete state of an asset between two fixes, as plain JSON. Any process can continue from this state. The state is
 * immutable, and `advanceTracker` returns a new state.
 */
export interface TrackerState {
  readonly version: 1
  readonly kind: AssetKind
  /** The live position. */
  readonly fix: Fix
  /** Classification of the last fix, used to flag it in the track. */
  readonly last: 'live' | 'late' | 'jump'
  /** A jump that a later fix must still confirm. */
  readonly suspect: Fix | null
  readonly motion: Motion
  readonly progress: Progress | null
  /** Stops of a dispatched tour that the asset has reached. */
  readonly visits?: VisitLog | undefined
}

/**
 * Phase of a route. `before`: the asset has not reached the route. `on`: it follows the route. `off`: it has left the
 * route. `arrived`: it is at the end. `done`: it has left the end.
 */
type Phase = 'before' | 'on' | 'off' | 'arrived' | 'done'

export interface Progress {
  readonly planId: string
  readonly phase: Phase
  /**
   * Completed meters of the route, measured on the sphere. The value decreases only if the asset rejoins the route
   * farther back or a coarse fix had moved it too far ahead.
   */
  readonly alongM: number
  /** Uncertainty of `alongM`, in the same unit as the accuracy of a fix. States stored by older versions lack it. */
  readonly blurM?: number
  /** Time when the asset was last on the route at `alongM`. */
  readonly alongMs: number
  /** Earliest position on the route where the asset can still be, given its movement. */
  readonly leastM: number
  readonly seenMs: number
  readonly driftM: number
  /** Height above the planned altitude, in meters. Negative if the asset is below. */
  readonly verticalM: number | null
  /** Consecutive fixes that suggest the asset has left the route. Weak evidence counts as less than one fix. */
  readonly beyondFixCount: number
  readonly beyondSinceMs: number
  readonly offRouteSinceMs: number | null
  readonly wrongWay: boolean
  /**
   * Distance, in meters, that the asset has moved back along the route since it turned around. 0 if it did not turn
   * around.
   */
  readonly backM?: number
  /** Remaining route, stored so that reads do not need the route itself. States stored by older versions lack it. */
  readonly rest?: RemainingRoute
  /** Another part of the route that the asset now seems to follow. */
  readonly rejoin: {
    readonly alongM: number
    readonly timeMs: number
    readonly fixCount: number
    readonly sinceMs: number
  } | null
  /** Position when the route was assigned. */
  readonly origin: { readonly latitude: number; readonly longitude: number; readonly driftM: number }
  /**
   * Position on the route from which the asset has followed it without interruption, before departure. Null if the
   * asset is not on the route.
   */
  readonly followsFromM?: number | null
  readonly nearEndSinceMs: number | null
  readonly awayFixCount: number
  readonly pace: Pace
  readonly conformity: ConformanceState | null
}
