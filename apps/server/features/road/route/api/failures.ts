import { describeFirstPoint, describePoint } from '@fairway/geo'
import type { Bearing } from '@fairway/road'
import type { ProblemTable } from '../../../../platform/http/problem.ts'
import { introduceList, joinFirstWords, joinWords } from '../../../../platform/http/problems/wording.ts'
import { type ModelFailure, modelProblems } from '../../models/failures.ts'

export type RoutingFailure =
  | { readonly kind: 'latitude-out-of-range'; readonly field: string; readonly given: number }
  | { readonly kind: 'longitude-out-of-range'; readonly field: string; readonly given: number }
  | { readonly kind: 'null-island'; readonly field: string }
  | { readonly kind: 'two-times' }
  | { readonly kind: 'time-unreadable'; readonly field: string; readonly given: string }
  | { readonly kind: 'time-out-of-range'; readonly field: string; readonly given: string }
  | { readonly kind: 'language-unknown'; readonly given: string; readonly known: readonly string[] }
  | { readonly kind: 'two-profiles'; readonly first: NamedProfile; readonly other: NamedProfile }
  | {
      readonly kind: 'vehicle-field-of-other-profile'
      readonly field: string
      readonly profile: string
      readonly needed: string
    }
  | ModelFailure
  | {
      readonly kind: 'not-snapped'
      readonly field: string
      readonly radiusMeters: number
      /** Required direction of travel at the point. */
      readonly bearing?: Bearing | undefined
    }
  | { readonly kind: 'no-path'; readonly from: string; readonly to: string }
  | { readonly kind: 'blocked'; readonly from: string; readonly to: string; readonly blocks: readonly string[] }
  /** Returned only if the feeds name their closures. */
  | { readonly kind: 'closed'; readonly from: string; readonly to: string; readonly closures: readonly string[] }
  | {
      readonly kind: 'outside-coverage'
      readonly field: string
      readonly regions: readonly string[]
      /** Region that contains the point if latitude and longitude are swapped. */
      readonly regionIfSwapped: string | undefined
    }
  | { readonly kind: 'electric-vehicle'; readonly field: string; readonly given: string; readonly allowed: string }
  | { readonly kind: 'approach-count'; readonly given: number; readonly needed: number }
  | { readonly kind: 'bearing-count'; readonly given: number; readonly needed: number }
  | { readonly kind: 'electric-via'; readonly given: number; readonly max: number }
  | {
      readonly kind: 'out-of-range'
      readonly connectors: readonly string[]
      /** Numbers of charging stations on the map. */
      readonly stationCounts: {
        readonly onMap: number
        readonly usable: number
        readonly restricted: number
        readonly unknown: number
        /** Stations that are closed when the vehicle would arrive. */
        readonly closed: number
      }
      /** Number of plans tried without success, if other plans may exist. */
      readonly triedPlanCount: number | undefined
      /** Gap between stations. Undefined if stations are in range along the whole trip but no plan works. */
      readonly gap: RangeProblem | undefined
    }
  | { readonly kind: 'across-regions'; readonly regions: readonly string[] }
  | { readonly kind: 'no-map' }
  | { readonly kind: 'maps-unavailable' }
  | { readonly kind: 'engine-unavailable' }
  | { readonly kind: 'not-upstream'; readonly fields: readonly string[] }
  | { readonly kind: 'upstream-unavailable'; readonly why: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'upstream-no-route'; readonly why: string }
  | { readonly kind: 'upstream-refused'; readonly why: string }

/** Request field that selects a profile, and the selected profile. */
interface NamedProfile {
  readonly field: string
  readonly word: string
  readonly profile: string
}

function formatBearing({ degrees, toleranceDegrees }: Bearing): string {
  return `in the direction ${degrees}° ± ${toleranceDegrees}°`
}

function describeProfile({ field, word, profile }: NamedProfile): string {
  return `${field} is ${JSON.stringify(word)}${word === profile ? '' : ` (profile ${profile})`}`
}

/** Position at which an electric vehicle runs out of charge. */
interface RangeProblem {
  readonly reachedKm: number
  /** Number of charging stops up to that position. */
  readonly chargingStopCount: number
  readonly target: string
  readonly missingKwh: number
  readonly missingKm: number
  /** Charge on arrival in percent. Set only if the vehicle would reach the destination with too little charge. */
  readonly arrivePct: number | undefined
}

type OutOfRange = Extract<RoutingFailure, { kind: 'out-of-range' }>

function describeRange({ gap, triedPlanCount }: OutOfRange): string {
  if (!gap) {
    const plans =
      triedPlanCount === undefined
        ? 'no plan with charging stops works'
        : `none of the ${triedPlanCount} charging plans tried works`
    return `The charge is not enough for the trip, and ${plans}, because stations would be closed or roads require more energy than estimated`
  }
  const { reachedKm, chargingStopCount, target, missingKwh, missingKm, arrivePct } = gap
  const withStops =
    chargingStopCount === 0
      ? ''
      : chargingStopCount === 1
        ? ' with 1 charging stop'
        : ` with ${chargingStopCount} charging stops`
  const charge = arrivePct === undefined ? '' : ` with arrive_pct ${Number(arrivePct.toFixed(1))}`
  return `The range is ${reachedKm.toFixed(1)} km${withStops}, but reaching ${describePoint(target)}${charge} takes ${missingKm.toFixed(1)} km (${missingKwh.toFixed(2)} kWh) more`
}

/** Returns the subject and the verb, such as "2 of them can". */
function describeUsable({ onMap, usable }: OutOfRange['stationCounts']): string {
  if (onMap === 1) return usable === 1 ? 'it can' : 'it cannot'
  return `${usable === 0 ? 'none' : usable === onMap ? 'all' : usable} of them can`
}

function describeStations({ stationCounts, connectors }: OutOfRange): string {
  if (stationCounts.onMap === 0) return 'The map has no charging stations'
  const exclusions = [
    ...(stationCounts.closed > 0 ? [`${stationCounts.closed} closed at the time of arrival`] : []),
    ...(stationCounts.unknown > 0 ? [`${stationCounts.unknown} with unknown sockets (set unknown_connectors)`] : []),
    ...(stationCounts.restricted > 0
      ? [`${stationCounts.restricted} not open to the public (set restricted_stations)`]
      : []),
  ]
  const exclusionText = exclusions.length > 0 ? `. Not used: ${exclusions.join(', ')}` : ''
  return `The map has ${stationCounts.onMap} charging ${stationCounts.onMap === 1 ? 'station' : 'stations'}, and ${describeUsable(stationCounts)} be used with ${connectors.join(' or ')}${exclusionText}`
}

/** Loading a map takes seconds and repairing one takes minutes, so frequent attempts would not help. */
const MAPS_RETRY_SECONDS = 10
/** Maximum number of regions in a message. A worldwide service has too many to list. */
const MAX_LISTED_REGIONS = 20
const formatRegions = (names: readonly string[]): string =>
  names.length > MAX_LISTED_REGIONS ? joinFirstWords(names, MAX_LISTED_REGIONS) : names.join(', ')

export const routingProblems: ProblemTable<RoutingFailure> = {
  'latitude-out-of-range': {
    code: 'latitude-out-of-range',
    status: 422,
    detail: (f) =>
      `${f.field}[${isGeoJson(f.field) ? 1 : 0}] is ${f.given}; latitude ranges from -90 to 90 (points are ${toPointOrder(f.field)})`,
    example: { kind: 'latitude-out-of-range', field: 'to', given: 91.2 },
  },
  'longitude-out-of-range': {
    code: 'longitude-out-of-range',
    status: 422,
    detail: (f) =>
      `${f.field}[${isGeoJson(f.field) ? 0 : 1}] is ${f.given}; longitude ranges from -180 to 180 (points are ${toPointOrder(f.field)})`,
    example: { kind: 'longitude-out-of-range', field: 'from', given: 200 },
  },
  'null-island': {
    code: 'null-island',
    status: 422,
    detail: (f) => `${f.field} is [0, 0], which usually means that the position is missing; give the intended position`,
    example: { kind: 'null-island', field: 'from' },
  },
  'two-times': {
    code: 'depart-and-arrive',
    status: 422,
    detail: () => 'depart_at and arrive_by are both set; use only one of them',
    example: { kind: 'two-times' },
  },
  'time-unreadable': {
    code: 'time-unreadable',
    status: 422,
    detail: (f) => `${f.field} is ${JSON.stringify(f.given)}; give a valid timestamp such as 2026-06-16T08:30:00Z`,
    example: { kind: 'time-unreadable', field: 'depart_at', given: 'tomorrow' },
  },
  'time-out-of-range': {
    code: 'time-out-of-range',
    status: 422,
    detail: (f) => `${f.field} is ${JSON.stringify(f.given)}; times from 1970 to 2199 are supported`,
    example: { kind: 'time-out-of-range', field: 'depart_at', given: '9999-12-31T23:59:59Z' },
  },
  'language-unknown': {
    code: 'language-unknown',
    status: 422,
    detail: (f) =>
      `language is ${JSON.stringify(f.given)}; instructions are available in ${introduceList(f.known, 'language')}`,
    example: { kind: 'language-unknown', given: 'tlh', known: ['de', 'en', 'es'] },
  },
  'two-profiles': {
    code: 'two-profiles',
    status: 422,
    detail: ({ first, other }) => `${describeProfile(first)}, but ${describeProfile(other)}; give only one of them`,
    example: {
      kind: 'two-profiles',
      first: { field: 'profile', word: 'car', profile: 'car' },
      other: { field: 'mode', word: 'walking', profile: 'foot' },
    },
  },
  'vehicle-field-of-other-profile': {
    code: 'vehicle-field-of-other-profile',
    status: 422,
    detail: (f) =>
      `vehicle.${f.field} applies only to the ${f.needed} profile, but profile is "${f.profile}"; leave out vehicle.${f.field}, or set profile to ${f.needed}${f.field === 'electric' ? ', or describe an electric car: {"electric": {"battery_kwh": 60, "charge_pct": 40}}' : ''}`,
    example: { kind: 'vehicle-field-of-other-profile', field: 'preset', profile: 'car', needed: 'truck' },
  },
  ...modelProblems,
  'not-snapped': {
    code: 'not-snapped',
    status: 422,
    detail: (f) =>
      f.bearing
        ? `${describeFirstPoint(f.field)} has no road within ${f.radiusMeters} m that leads ${formatBearing(f.bearing)}; increase the tolerance in bearings, use null there, or move the point nearer to such a road`
        : `${describeFirstPoint(f.field)} has no road within ${f.radiusMeters} m; move it nearer to a road, or check that its coordinates are in the order [latitude, longitude]`,
    example: { kind: 'not-snapped', field: 'to', radiusMeters: 1000 },
  },
  'no-path': {
    code: 'no-path',
    status: 422,
    detail: (f) =>
      `There is no road route between ${describePoint(f.from)} and ${describePoint(f.to)}, because the roads there are not connected`,
    example: { kind: 'no-path', from: 'from', to: 'to' },
  },
  blocked: {
    code: 'blocked-by-constraints',
    status: 422,
    detail: (f) =>
      `There is no route between ${describePoint(f.from)} and ${describePoint(f.to)} under the given constraints (blocked by: ${f.blocks.join(', ')}); relax ${f.blocks.length === 1 ? 'this constraint' : 'these constraints'}, or choose other points`,
    example: { kind: 'blocked', from: 'from', to: 'to', blocks: ['avoid ferries'] },
  },
  closed: {
    code: 'roads-closed',
    status: 422,
    detail: (f) =>
      `All routes between ${describePoint(f.from)} and ${describePoint(f.to)} are closed at the time of travel${
        f.closures.length > 0 ? ` because of ${joinWords(f.closures)}` : ''
      }; choose another time or other points`,
    example: { kind: 'closed', from: 'from', to: 'to', closures: ['the closure a-17 (Two cars on the bridge)'] },
  },
  'outside-coverage': {
    code: 'outside-maps',
    status: 422,
    detail: (f) =>
      `${describeFirstPoint(f.field)} is outside the loaded maps of this service (${formatRegions(f.regions)}); ${
        f.regionIfSwapped === undefined
          ? 'ask the operator to add a map that contains it'
          : `points are [latitude, longitude], and with the two values swapped, the point would be in ${f.regionIfSwapped}`
      }`,
    example: { kind: 'outside-coverage', field: 'from', regions: ['montevideo'], regionIfSwapped: 'montevideo' },
  },
  'electric-vehicle': {
    code: 'electric-vehicle-invalid',
    status: 422,
    detail: (f) => `vehicle.electric.${f.field} is ${f.given}; it must be ${f.allowed}`,
    example: { kind: 'electric-vehicle', field: 'charge_pct', given: '5', allowed: 'at least min_pct, which is 10' },
  },
  'approach-count': {
    code: 'approach-count',
    status: 422,
    detail: (f) =>
      `approach has ${f.given} ${f.given === 1 ? 'entry' : 'entries'}; give one entry for each of the ${f.needed} points, or a single value for all points`,
    example: { kind: 'approach-count', given: 1, needed: 2 },
  },
  'bearing-count': {
    code: 'bearing-count',
    status: 422,
    detail: (f) =>
      `bearings has ${f.given} ${f.given === 1 ? 'entry' : 'entries'}; give one entry for each of the ${f.needed} points`,
    example: { kind: 'bearing-count', given: 1, needed: 2 },
  },
  'electric-via': {
    code: 'electric-via-too-many',
    status: 422,
    detail: (f) =>
      `via has ${f.given} points, but at most ${f.max} are supported with vehicle.electric; leave some out, or plan the trip in parts`,
    example: { kind: 'electric-via', given: 21, max: 20 },
  },
  'out-of-range': {
    code: 'out-of-range',
    status: 422,
    detail: (f) =>
      `${describeRange(f)}. ${describeStations(f)}. Start with more charge, lower min_pct or arrive_pct, or allow more stations.`,
    example: {
      kind: 'out-of-range',
      connectors: ['type2_combo', 'type2'],
      stationCounts: { onMap: 9, usable: 2, restricted: 1, unknown: 4, closed: 0 },
      triedPlanCount: undefined,
      gap: {
        reachedKm: 183,
        chargingStopCount: 1,
        target: 'to',
        missingKwh: 4.1,
        missingKm: 24,
        arrivePct: undefined,
      },
    },
  },
  'across-regions': {
    code: 'across-maps',
    status: 422,
    detail: (f) =>
      `The points are on different maps of this service (${formatRegions(f.regions)}), and no map contains them all; ask the operator to compile a map that does`,
    example: { kind: 'across-regions', regions: ['montevideo', 'porto'] },
  },
  'no-map': {
    code: 'no-map',
    status: 422,
    detail: () => 'This service has no road map yet; ask the operator to add one',
    example: { kind: 'no-map' },
  },
  'maps-unavailable': {
    code: 'maps-unavailable',
    status: 503,
    detail: () =>
      'This service cannot use any of its road maps at the moment, because they are damaged or still being loaded; try again later, or ask the operator to check /readyz, which lists the maps to repair',
    retryAfterSeconds: () => MAPS_RETRY_SECONDS,
    example: { kind: 'maps-unavailable' },
  },
  'engine-unavailable': {
    code: 'engine-unavailable',
    status: 502,
    detail: () => 'The map could not be prepared for this request; try again shortly',
    retryAfterSeconds: () => 2,
    example: { kind: 'engine-unavailable' },
  },
  'not-upstream': {
    code: 'upstream-unsupported',
    status: 422,
    detail: (f) =>
      `The points are outside the maps of this service, and the provider used there does not support ${introduceList(f.fields, 'field')}. Leave ${f.fields.length === 1 ? 'it' : 'them'} out.`,
    example: { kind: 'not-upstream', fields: ['vehicle', 'avoid_areas'] },
  },
  'upstream-unavailable': {
    code: 'upstream-unavailable',
    status: 502,
    detail: (f) =>
      `The points are outside the maps of this service, and the provider used there is unavailable (${f.why}); try again later`,
    retryAfterSeconds: (f) => f.retryAfterSeconds,
    example: { kind: 'upstream-unavailable', why: 'connection refused', retryAfterSeconds: 10 },
  },
  'upstream-no-route': {
    code: 'upstream-no-route',
    status: 422,
    detail: (f) => `There is no road route between the points (${f.why})`,
    example: { kind: 'upstream-no-route', why: 'NoRoute' },
  },
  'upstream-refused': {
    code: 'upstream-refused',
    status: 422,
    detail: (f) =>
      `The points are outside the maps of this service, and the provider used there rejected the request: ${f.why}`,
    example: { kind: 'upstream-refused', why: 'TooBig' },
  },
}

/** Returns the order of coordinates in a request field. */
export function toPointOrder(field: string): string {
  return isGeoJson(field) ? '[longitude, latitude]' : '[latitude, longitude]'
}

function isGeoJson(field: string): boolean {
  return field.startsWith('geojson')
}
