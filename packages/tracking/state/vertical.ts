import type { Fix } from '../fixes/fix.ts'
import { altitudeAt } from '../route/along.ts'
import type { Plan } from '../route/asset-route.ts'

/** Height above (negative: below) the planned altitude. Null where either altitude is unknown. */
export function verticalOf(plan: Plan, alongM: number, { altitudeM }: Fix): number | null {
  const planned = altitudeAt(plan, alongM)
  return planned === undefined || altitudeM === undefined ? null : altitudeM - planned
}
