import { metersBetween, toVector } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import type { Kind } from '../state/kinds.ts'
import { limitOf } from '../state/off-route.ts'
import type { Progress, Rest } from '../state/state.ts'
import { pointAt, secondsAt, totalSeconds } from './along.ts'
import type { Plan } from './asset-route.ts'

export function restOf(plan: Plan, progress: Progress, fix: Fix, kind: Kind): Rest {
  // An asset that turned around must drive that distance again.
  const alongM = Math.max(0, progress.alongM - (progress.backM ?? 0))
  return {
    donePct: plan.lengthM > 0 ? Math.min(100, Math.max(0, (100 * alongM) / plan.lengthM)) : 0,
    alongM: (plan.lengthM - alongM) * plan.distanceScale,
    plannedS: totalSeconds(plan) - secondsAt(plan, alongM),
    toPlanM: metersToPlan(plan, progress, fix, kind),
  }
}

/** Within the limit the asset counts as on the route, so that noise does not change the arrival time. */
function metersToPlan(plan: Plan, { phase, alongM, driftM }: Progress, fix: Fix, kind: Kind): number {
  if (phase === 'off') return driftM
  if (phase !== 'before') return 0
  const meters = metersBetween(toVector(fix.latitude, fix.longitude), pointAt(plan, alongM))
  return meters > limitOf(fix, kind) ? meters : 0
}
