import type { DrivingRules } from '@fairway/optimizer'
import { Type } from 'typebox'
import { OneOfSchema } from '../../../platform/http/schemas.ts'

const toMilliminutes = (minutes: number) => 1000 * minutes

const ruleNames = ['eu561', 'us_hos'] as const
export type RuleName = (typeof ruleNames)[number]

const toRules = (minutes: {
  readonly driving: number
  readonly beforeBreak: number
  readonly pause: number
  readonly split?: readonly [number, number]
  readonly onDuty: number
}): DrivingRules => ({
  maxDriving: toMilliminutes(minutes.driving),
  maxDrivingBeforeBreak: toMilliminutes(minutes.beforeBreak),
  breakDuration: toMilliminutes(minutes.pause),
  ...(minutes.split && { splitBreak: [toMilliminutes(minutes.split[0]), toMilliminutes(minutes.split[1])] }),
  maxDuration: toMilliminutes(minutes.onDuty),
})

/**
 * Regulation (EC) No 561/2006, articles 6 to 8: 9 h of driving per day, a break of 45 min after 4 h 30 min of driving,
 * which may be split into 15 and 30 min, and 11 h of daily rest, which leaves 13 h on duty. 49 CFR 395.3: 11 h of
 * driving within 14 h on duty, and 30 min without driving after 8 h of driving.
 */
const presets: Record<RuleName, DrivingRules> = {
  eu561: toRules({ driving: 540, beforeBreak: 270, pause: 45, split: [15, 30], onDuty: 780 }),
  us_hos: { ...toRules({ driving: 660, beforeBreak: 480, pause: 30, onDuty: 840 }), countsAllWork: true },
}

/** Daily rest that the rules require between two tours, in hours. */
export function getDailyRestHours(name: RuleName): number {
  return name === 'eu561' ? 11 : 10
}

export const RulesField = OneOfSchema(ruleNames, {
  description:
    'Driving-time rules. `eu561` (EU 561/2006): at most 9 h of driving and 13 h on duty per tour, and a break of 45 min, or of 15 and 30 min, after 4 h 30 min of driving. `us_hos` (49 CFR 395.3): at most 11 h of driving within 14 h, and 30 min without driving after 8 h of driving. Breaks are scheduled when they are due, even in the middle of a drive. Cannot be combined with `breaks`.',
})

/** Returns the driving-time rules of a vehicle. Rules of the vehicle override the shared rules. */
export function findRuleName(
  { fleet, rules }: { readonly fleet?: readonly { readonly rules?: RuleName }[]; readonly rules?: RuleName },
  vehicle: number,
): RuleName | undefined {
  return fleet?.[vehicle]?.rules ?? rules
}

export function getDrivingRules(name: RuleName): DrivingRules {
  return presets[name]
}

export const RuleOfBreak = Type.Optional(
  OneOfSchema(ruleNames, { description: 'The driving-time rules that require this break.' }),
)
