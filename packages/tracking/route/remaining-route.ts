import type { Fix } from '../fixes/fix.ts'
import type { Kind } from '../state/kinds.ts'
import { limitOf } from '../state/off-route.ts'
import type { Progress } from '../state/state.ts'
import { pointAt, secondsAt, totalSeconds } from './along.ts'
import type { Plan } from './asset-route.ts'
import { metersBetween, toVector } from './sphere.ts'

/** What is left of a plan after a fix: all that is told of it between fixes. */
export interface Rest {
  /** Of the whole plan that lies behind, in per cent. */
  readonly donePct: number
  /** Along the plan, in metres as they were told. */
  readonly alongM: number
  /** The same in seconds as planned. */
  readonly plannedS: number
  /** Straight to where it is counted from, for who is not on the plan. */
  readonly toPlanM: number
}

export function restOf(plan: Plan, progress: Progress, fix: Fix, kind: Kind): Rest {
  // Who has turned around has to come all that way again.
  const alongM = Math.max(0, progress.alongM - (progress.backM ?? 0))
  return {
    donePct: plan.lengthM > 0 ? Math.min(100, Math.max(0, (100 * alongM) / plan.lengthM)) : 0,
    alongM: (plan.lengthM - alongM) * plan.distanceScale,
    plannedS: totalSeconds(plan) - secondsAt(plan, alongM),
    toPlanM: metersToPlan(plan, progress, fix, kind),
  }
}

/** Within its limit it is as good as on the plan: noise must not move the time of arrival. */
function metersToPlan(plan: Plan, { phase, alongM, driftM }: Progress, fix: Fix, kind: Kind): number {
  if (phase === 'off') return driftM
  if (phase !== 'before') return 0
  const meters = metersBetween(toVector(fix.latitude, fix.longitude), pointAt(plan, alongM))
  return meters > limitOf(fix, kind) ? meters : 0
}
