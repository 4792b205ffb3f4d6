import { altitudeAt } from './along.ts'
import type { Fix } from './fix.ts'
import type { Plan } from './plan.ts'

/** Height above (negative: below) the planned altitude. Null where either altitude is unknown. */
export function verticalOf(plan: Plan, alongM: number, { altitudeM }: Fix): number | null {
  const planned = altitudeAt(plan, alongM)
  return planned === undefined || altitudeM === undefined ? null : altitudeM - planned
}
