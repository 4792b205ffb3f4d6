import type { Ring } from '../areas/area-shape.ts'

/**
 * An operational design domain (ODD): the areas, roads, times and conditions in which a vehicle may drive autonomously.
 */
export interface OddDocument {
  readonly id: string
  readonly version: string
  readonly operator: string
  readonly name: string
  /** True for a fictitious example that no vehicle uses. */
  readonly sample: boolean
  readonly areas: readonly OddArea[]
  /** Permits of the domain. Driving is prohibited at a time that no permit covers. */
  readonly permits: readonly OddPermit[]
  readonly roads: OddRoads
  readonly conditions: OddConditions
  /** Operating hours, or undefined if the vehicle may drive at all hours. */
  readonly hours: OddHours | undefined
}

export interface OddArea {
  readonly name: string
  /** Each polygon is an outer ring with its holes. The area is the union of the polygons. */
  readonly polygons: readonly (readonly Ring[])[]
}

export interface OddPermit {
  readonly authority: string
  readonly reference: string
  readonly fromMs: number
  /** Expiration time, or Infinity for a permit without an end. */
  readonly untilMs: number
}

/**
 * Road classes with the names from OpenStreetMap. Each class includes its link roads. Ferries and trains belong to no
 * domain.
 */
export const oddRoadClasses = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
] as const
export type OddRoadClass = (typeof oddRoadClasses)[number]

export const oddFeatures = ['tunnels', 'bridges', 'unpaved', 'roundabouts', 'unprotected_turns'] as const
export type OddFeature = (typeof oddFeatures)[number]

export interface OddRoads {
  readonly classes: readonly OddRoadClass[]
  /** Maximum speed limit of roads inside the domain, or undefined for no maximum. */
  readonly maxSpeedLimitKmh: number | undefined
  readonly exclude: readonly OddFeature[]
}

export const oddWeathers = [
  'dry',
  'light_rain',
  'rain',
  'heavy_rain',
  'fog',
  'snow',
  'hail',
  'ice',
  'dust',
  'strong_wind',
] as const
export type OddWeather = (typeof oddWeathers)[number]

export const oddLights = ['daylight', 'twilight', 'night'] as const
export type OddLight = (typeof oddLights)[number]

export interface OddConditions {
  readonly weather: readonly OddWeather[]
  readonly light: readonly OddLight[]
  readonly minVisibilityMeters: number
}

export const oddDays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
type OddDay = (typeof oddDays)[number]

export interface OddHours {
  /** An IANA time zone name. */
  readonly timeZone: string
  readonly weekly: readonly WeeklyHours[]
}

/** Weekly hours in minutes of the day. If the end is not after the beginning, it is on the next day. */
export interface WeeklyHours {
  readonly days: readonly OddDay[]
  readonly fromMinute: number
  readonly untilMinute: number
}

/**
 * The part of a domain that determines which roads are inside. The mask is an input to a metric and consists of plain
 * data that can be sent in messages.
 */
export interface OddMask {
  /** Key of the mask. Two masks with the same key allow the same roads. */
  readonly key: string
  readonly areas: readonly OddArea[]
  readonly roads: OddRoads
}

/** A violated rule and its description. */
export interface RuleViolation {
  readonly rule: OddRule
  readonly observed: string
  readonly allowed: string
}

/** The rules in evaluation order. */
export const oddRules = [
  'area',
  'permit',
  'hours',
  'weather',
  'light',
  'visibility',
  'road_class',
  'max_speed_limit',
  ...oddFeatures,
] as const
export type OddRule = (typeof oddRules)[number]
