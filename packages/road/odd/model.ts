import type { Ring } from '../areas/area-shape.ts'

/** An operational design domain: where, on which roads, when and in which conditions a vehicle may drive by itself. */
export interface OddDocument {
  readonly id: string
  readonly version: string
  readonly operator: string
  readonly name: string
  /** Made up to show how it works; nobody drives by it. */
  readonly sample: boolean
  readonly areas: readonly OddArea[]
  /** Nobody drives at a time that none of them covers. */
  readonly permits: readonly OddPermit[]
  readonly roads: OddRoads
  readonly conditions: OddConditions
  /** Undefined: at all hours. */
  readonly hours: OddHours | undefined
}

export interface OddArea {
  readonly name: string
  /** Each an outer ring and its holes. What is inside one of them is inside the area. */
  readonly polygons: readonly (readonly Ring[])[]
}

export interface OddPermit {
  readonly authority: string
  readonly reference: string
  readonly fromMs: number
  /** From then on it is over; infinite for one without an end. */
  readonly untilMs: number
}

/** The names are OpenStreetMap's; each class has its slip roads with it. Ferries and trains are in no domain. */
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
  /** Roads where more is allowed are outside; undefined: whatever is allowed. */
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
export type OddDay = (typeof oddDays)[number]

export interface OddHours {
  /** A name of the IANA database. */
  readonly timeZone: string
  readonly weekly: readonly WeeklyHours[]
}

/** Minutes of the day; an end that is not after the beginning lies on the next day. */
export interface WeeklyHours {
  readonly days: readonly OddDay[]
  readonly fromMinute: number
  readonly untilMinute: number
}

/** What of a domain decides which roads are inside: all that a metric is made of. Plain data for messages. */
export interface OddMask {
  /** The same for the same roads, and for no others. */
  readonly key: string
  readonly areas: readonly OddArea[]
  readonly roads: OddRoads
}

/** A rule that something breaks, in words. */
export interface RuleBreak {
  readonly rule: OddRule
  readonly observed: string
  readonly allowed: string
}

/** In the order in which they are judged. */
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
