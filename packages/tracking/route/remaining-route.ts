import { metersBetween, toVector } from '@fairway/geo'
import type { Fix } from '../fixes/fix.ts'
import type { AssetKind } from '../state/kinds.ts'
import { getOffRouteLimit } from '../state/off-route.ts'
import type { Progress, RemainingRoute } from '../state/state.ts'
import { pointAt, secondsAt, totalSeconds } from './along.ts'
import type { AssetRoute } from './asset-route.ts'

export function computeRemainingRoute(
  route: AssetRoute,
  progress: Progress,
  fix: Fix,
  kind: AssetKind,
): RemainingRoute {
  // An asset that turned around must drive the distance back again.
  const alongM = Math.max(0, progress.alongM - (progress.backM ?? 0))
  return {
    donePct: route.lengthM > 0 ? Math.min(100, Math.max(0, (100 * alongM) / route.lengthM)) : 0,
    alongM: (route.lengthM - alongM) * route.distanceScale,
    plannedS: totalSeconds(route) - secondsAt(route, alongM),
    toPlanM: metersToRoute(route, progress, fix, kind),
  }
}

/**
 * Returns the distance to the route. An asset within the limit counts as on the route, so that noise does not change
 * the arrival time.
 */
function metersToRoute(route: AssetRoute, { phase, alongM, driftM }: Progress, fix: Fix, kind: AssetKind): number {
  if (phase === 'off') return driftM
  if (phase !== 'before') return 0
  const meters = metersBetween(toVector(fix.latitude, fix.longitude), pointAt(route, alongM))
  return meters > getOffRouteLimit(fix, kind) ? meters : 0
}
