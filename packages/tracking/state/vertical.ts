import type { Fix } from '../fixes/fix.ts'
import { altitudeAt } from '../route/along.ts'
import type { AssetRoute } from '../route/asset-route.ts'

/** Returns the height above the planned altitude, negative below it. Null if either altitude is unknown. */
export function computeVerticalM(route: AssetRoute, alongM: number, { altitudeM }: Fix): number | null {
  const plannedM = altitudeAt(route, alongM)
  return plannedM === undefined || altitudeM === undefined ? null : altitudeM - plannedM
}
