import type { Ring } from '../../areas/area-shape.ts'
import { RoadClass, RoadFlag } from '../../network/attributes.ts'
import type { GradeResponseName } from '../grades.ts'

/**
 * Rules that change the speeds and preferences of a profile. The rules apply in order, and each rule applies to the
 * result of the previous ones.
 */
export interface TravelModel {
  /** Key that identifies the rules. Two models with the same key have the same rules. */
  readonly key: string
  readonly rules: readonly ModelRule[]
  /** Response to grades that replaces the response of the network's travelers before the rules apply. */
  readonly grades?: GradeResponseName
}

/** Effect on the roads that match the condition. The factor applies before the limit. */
export interface ModelRule {
  readonly when: RuleCondition
  /**
   * Opening hours in local time during which the rule applies. The rules of a metric have none, because a metric is
   * built for one departure.
   */
  readonly hours?: string
  readonly speedFactor?: number
  readonly speedLimitKmh?: number
  /** Factor above 1 for roads to prefer, or below 1 for roads to avoid if possible. */
  readonly priorityFactor?: number
  /** Set if routes must not use the roads at all. */
  readonly excludes?: true
}

/** Condition of a rule. All given fields must match. A condition without fields matches every road. */
export interface RuleCondition {
  readonly roadClasses?: readonly RoadClassName[]
  readonly surfaces?: readonly Surface[]
  readonly features?: Readonly<Partial<Record<ModelFeature, boolean>>>
  /** Range of the signed or default speed limit, including both ends. Roads without a known limit do not match. */
  readonly speedLimitKmh?: { readonly min?: number; readonly max?: number }
  /**
   * Range of the grade of the steepest section in the direction of travel, in percent, including both ends. Roads
   * without heights do not match.
   */
  readonly gradePercent?: { readonly min?: number; readonly max?: number }
  /** Area that a road must touch to match. */
  readonly area?: Ring
}

const classNames = {
  motorway: RoadClass.motorway,
  motorway_link: RoadClass.motorwayLink,
  trunk: RoadClass.trunk,
  trunk_link: RoadClass.trunkLink,
  primary: RoadClass.primary,
  primary_link: RoadClass.primaryLink,
  secondary: RoadClass.secondary,
  secondary_link: RoadClass.secondaryLink,
  tertiary: RoadClass.tertiary,
  tertiary_link: RoadClass.tertiaryLink,
  unclassified: RoadClass.unclassified,
  residential: RoadClass.residential,
  living_street: RoadClass.livingStreet,
  service: RoadClass.service,
  track: RoadClass.track,
  ferry: RoadClass.ferry,
  train: RoadClass.train,
  other: RoadClass.other,
  pedestrian: RoadClass.pedestrian,
  path: RoadClass.path,
  footway: RoadClass.footway,
  cycleway: RoadClass.cycleway,
  steps: RoadClass.steps,
} as const satisfies Record<string, RoadClass>
export type RoadClassName = keyof typeof classNames
export const roadClassNames = Object.keys(classNames) as readonly RoadClassName[]

export function toRoadClass(name: RoadClassName): RoadClass {
  return classNames[name]
}

const featureFlags = {
  toll: RoadFlag.toll,
  tunnel: RoadFlag.tunnel,
  bridge: RoadFlag.bridge,
  ford: RoadFlag.ford,
  unpaved: RoadFlag.unpaved,
  hardForWheelchairs: RoadFlag.hardForWheelchairs,
} as const
export type ModelFeature = keyof typeof featureFlags

export function toFeatureFlag(feature: ModelFeature): number {
  return featureFlags[feature]
}

/** Values of RoadTable.surface, by number. */
export const surfaces = [
  'unknown',
  'asphalt',
  'concrete',
  'paved',
  'paving_stones',
  'sett',
  'cobblestone',
  'compacted',
  'fine_gravel',
  'gravel',
  'unpaved',
  'ground',
  'grass',
  'sand',
  'mud',
  'wood',
  'metal',
] as const
export type Surface = (typeof surfaces)[number]
