import type { Fix } from '../fixes/fix.ts'
import { altitudeAt } from '../route/along.ts'
import type { Plan } from '../route/asset-route.ts'

/** How far above (below: negative) the plan; null where either altitude is not known. */
export function verticalOf(plan: Plan, alongM: number, { altitudeM }: Fix): number | null {
  const planned = altitudeAt(plan, alongM)
  return planned === undefined || altitudeM === undefined ? null : altitudeM - planned
}
