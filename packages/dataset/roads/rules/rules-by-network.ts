import type { NetworkName } from '@fairway/road'
import { bicycleRules } from './bicycle/bicycle-rules.ts'
import { footRules } from './foot/foot-rules.ts'
import { carRules, type TravelRules } from './travel-rules.ts'

export const rulesByNetwork: Readonly<Record<NetworkName, TravelRules>> = {
  car: carRules,
  bicycle: bicycleRules,
  foot: footRules,
}
