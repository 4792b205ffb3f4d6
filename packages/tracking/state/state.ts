import type { Fix } from '../fixes/fix.ts'
import type { Motion } from '../fixes/motion.ts'
import type { Rest } from '../route/remaining-route.ts'
import type { Conformity } from './conformance.ts'
import type { Kind } from './kinds.ts'
import type { Pace } from './pace.ts'

/**
 * All that is known of an asset between two fixes: plain JSON, so that any process goes on where another stopped.
 * Nothing in it is ever changed; `advance` makes a new one.
 */
export interface TrackerState {
  readonly version: 1
  readonly kind: Kind
  /** The live position. */
  readonly fix: Fix
  /** What became of the fix that was given last: flags it in the track. */
  readonly last: 'live' | 'late' | 'jump'
  /** A jump that waits for another fix to confirm it. */
  readonly suspect: Fix | null
  readonly motion: Motion
  readonly progress: Progress | null
}

/**
 * before: has not come onto the plan yet. on: follows it. off: has left it. arrived: at its end. done: has left the end.
 */
export type Phase = 'before' | 'on' | 'off' | 'arrived' | 'done'

export interface Progress {
  readonly planId: string
  readonly phase: Phase
  /**
   * Metres of the plan that lie behind, on the sphere. Grows, except when the plan is joined again farther back, or when
   * a coarse fix had moved it too far.
   */
  readonly alongM: number
  /** How far that may be wrong, as accuracies are told. Older states have none. */
  readonly blurM?: number
  /** When it was last on the plan, there. */
  readonly alongMs: number
  /** The earliest place of the plan at which it can still be, by how far it has moved. */
  readonly leastM: number
  readonly seenMs: number
  readonly driftM: number
  /** Above (below: negative) the planned altitude. */
  readonly verticalM: number | null
  /** Fixes in a row that speak for having left the plan; those that do so only slightly count less than one. */
  readonly beyondFixes: number
  readonly beyondSinceMs: number
  readonly offSinceMs: number | null
  readonly wrongWay: boolean
  /** How far it has come back along the plan since it turned around; 0 for all others. */
  readonly backM?: number
  /** What is left, for whoever looks: a look does not need the plan. Older states have none. */
  readonly rest?: Rest
  /** Another part of the plan that it seems to follow now. */
  readonly rejoin: {
    readonly alongM: number
    readonly timeMs: number
    readonly fixes: number
    readonly sinceMs: number
  } | null
  /** Where it was when the plan was attached. */
  readonly origin: { readonly latitude: number; readonly longitude: number; readonly driftM: number }
  /** Before its departure: from where on it has kept to the plan without a break; null when it is not on it. */
  readonly followsFromM?: number | null
  readonly nearEndSinceMs: number | null
  readonly awayFixes: number
  readonly pace: Pace
  readonly conformity: Conformity | null
}
