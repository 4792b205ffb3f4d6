import { altitudeAt } from './along.ts'
import type { Fix } from './fix.ts'
import type { Plan } from './plan.ts'

/** How far above (below: negative) the plan; null where either altitude is not known. */
export function verticalOf(plan: Plan, alongM: number, { altitudeM }: Fix): number | null {
  const planned = altitudeAt(plan, alongM)
  return planned === undefined || altitudeM === undefined ? null : altitudeM - planned
}
