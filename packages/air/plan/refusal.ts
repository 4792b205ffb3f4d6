import { describeFirstPoint } from '@fairway/geo'
import { formatDeparture } from '../times/describe-times.ts'
import type { ZoneNote } from './flight/flight.ts'

/** Path of a stop in the request, such as `from`, `to`, or `via[2]`. */
type StopFieldPath = string

/** Reason why there is no flight, as structured data. */
export type Refusal =
  | {
      readonly kind: 'bad-number'
      readonly field: string
      readonly given: number
      /** Allowed values, such as "more than 0" or "from 0 to 90". */
      readonly allowed: string
    }
  | {
      readonly kind: 'inside-zone'
      readonly field: StopFieldPath
      readonly zone: ZoneNote
      /** Whether the stop is inside the zone or only within its margin. */
      readonly within: 'zone' | 'margin'
      readonly marginM: number
      readonly earliestDepartureMs?: number
    }
  | {
      readonly kind: 'no-path'
      readonly field: StopFieldPath
      /** Zones that block the legs. */
      readonly zones: readonly ZoneNote[]
      readonly earliestDepartureMs?: number
    }
  | {
      readonly kind: 'no-corridor'
      readonly field: StopFieldPath
      /** Best path through corridors, which was refused because too little of it is in corridors. */
      readonly bestAttempt?: { readonly flownKm: number; readonly insideKm: number }
      readonly earliestDepartureMs?: number
    }
  | {
      readonly kind: 'range-exceeded'
      readonly neededKm: number
      readonly usableKm: number
      readonly rangeKm: number
      readonly reservePct: number
      /** Names of the peaks that the flight climbs over because there is no terrain data. */
      readonly peaks?: readonly string[]
      /** Earliest departure at which the zones that currently lengthen the path no longer apply. */
      readonly earliestDepartureMs?: number
    }
  | { readonly kind: 'wind-limit'; readonly givenMs: number; readonly limitMs: number }
  | {
      readonly kind: 'course-not-held'
      readonly field: StopFieldPath
      readonly givenMs: number
      /** Wind component perpendicular to the course. */
      readonly crosswindMs: number
      /** Wind component against the course. Negative values are tailwind. */
      readonly headwindMs: number
      readonly cruiseSpeedMs: number
    }
  | {
      readonly kind: 'altitude-impossible'
      readonly requestedM: number
      readonly allowedM: number
      readonly because: 'law' | 'aircraft'
    }

export const refusalKinds = [
  'bad-number',
  'inside-zone',
  'no-path',
  'no-corridor',
  'range-exceeded',
  'wind-limit',
  'course-not-held',
  'altitude-impossible',
] as const satisfies readonly Refusal['kind'][]

/** Maximum number of zones listed by name. */
const MAX_NAMED_ZONES = 5
const ruleDescriptions = {
  prohibited: 'flying is prohibited',
  authorisation: 'authorization is required',
  conditional: 'conditions apply',
  none: 'nothing is restricted',
} as const

const formatKilometers = (km: number) => `${km.toFixed(1)} km`

/** Formats the error message: the wrong value, the reason, and the fix. */
export function explainRefusal(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'bad-number':
      return `${refusal.field} must be ${refusal.allowed}, but is ${refusal.given}`
    case 'inside-zone':
      return explainInsideZone(refusal)
    case 'no-path':
      return explainNoPath(refusal)
    case 'no-corridor':
      return explainNoCorridor(refusal)
    case 'range-exceeded':
      return explainRange(refusal)
    case 'wind-limit':
      return `The wind of ${refusal.givenMs} m/s exceeds the aircraft's limit of ${refusal.limitMs} m/s (aircraft.wind_limit_ms)`
    case 'course-not-held':
      return explainCourse(refusal)
    case 'altitude-impossible':
      return explainAltitude(refusal)
  }
}

function explainInsideZone(refusal: Extract<Refusal, { kind: 'inside-zone' }>): string {
  const { field, zone, within, marginM, earliestDepartureMs } = refusal
  const relation = within === 'zone' ? 'lies inside' : `is within the ${marginM} m margin of`
  const contacts = zone.authorities.map(({ name, phone, email, url }) =>
    [name, phone, email, url].filter(Boolean).join(', '),
  )
  const authority = contacts.length > 0 ? ` (authority: ${contacts.join('; ')})` : ''
  const remedy =
    earliestDepartureMs === undefined
      ? `; choose another position, or add ${zone.id} to authorisations if you may fly there`
      : `; ${explainEarliestDeparture(earliestDepartureMs)}`
  return `${describeFirstPoint(field)} ${relation} ${describeZone(zone)}${authority}${remedy}`
}

function explainNoCorridor({
  field,
  bestAttempt,
  earliestDepartureMs,
}: Extract<Refusal, { kind: 'no-corridor' }>): string {
  const reason = bestAttempt
    ? `can be reached with only ${formatKilometers(bestAttempt.insideKm)} of ${formatKilometers(bestAttempt.flownKm)} in corridors, and corridors is "only", which requires at least half of the route`
    : 'cannot be reached through corridors, but corridors is "only"'
  return `${describeFirstPoint(field)} ${reason}; use "prefer" to fly directly where there are no corridors${describeEarliest(earliestDepartureMs)}`
}

function explainRange(refusal: Extract<Refusal, { kind: 'range-exceeded' }>): string {
  const { neededKm, usableKm, rangeKm, reservePct, peaks = [], earliestDepartureMs } = refusal
  const range = `${formatKilometers(rangeKm)} minus a reserve of ${reservePct} %`
  const remedy = 'choose a nearer destination, an aircraft with more range, or a smaller reserve'
  const peakAdvice =
    peaks.length === 0
      ? ''
      : `. Because there is no terrain data, the flight climbs over ${peaks.join(', ')}; use via to fly around them, or give take_off_sea_m if the takeoff point is higher than the nearest town`
  return `The flight needs ${formatKilometers(neededKm)} of range, but only ${formatKilometers(usableKm)} may be used (${range}); ${remedy}${peakAdvice}${describeEarliest(earliestDepartureMs, ' that avoids the detour around the zones now in force')}`
}

function explainNoPath({ field, zones, earliestDepartureMs }: Extract<Refusal, { kind: 'no-path' }>): string {
  const zoneDescriptions = zones.slice(0, MAX_NAMED_ZONES).map(describeZone)
  const suffix = zones.length > MAX_NAMED_ZONES ? `; and ${zones.length - MAX_NAMED_ZONES} more` : ''
  const cause = zoneDescriptions.length > 0 ? `: ${zoneDescriptions.join('; ')}${suffix}` : ''
  return `${describeFirstPoint(field)} cannot be reached without entering a zone${cause}${describeEarliest(earliestDepartureMs)}`
}

function explainCourse(refusal: Extract<Refusal, { kind: 'course-not-held' }>): string {
  const { field, givenMs, crosswindMs, headwindMs, cruiseSpeedMs } = refusal
  const windComponents = [
    { ms: headwindMs, where: 'against the course' },
    { ms: crosswindMs, where: 'across the course' },
  ]
  const windTexts = windComponents
    .filter(({ ms }) => ms >= 0.05)
    .map(({ ms, where }) => `${ms.toFixed(1)} m/s ${where}`)
  return `${describeFirstPoint(field)} cannot be reached because the aircraft cannot hold its course in a wind of ${givenMs} m/s (${windTexts.join(' and ')}) with a cruise speed of only ${cruiseSpeedMs} m/s`
}

function explainAltitude({ requestedM, allowedM, because }: Extract<Refusal, { kind: 'altitude-impossible' }>): string {
  const subject = because === 'law' ? 'drones may fly at most' : 'the aircraft can fly at most'
  return `altitude_m is ${requestedM}, but ${subject} ${allowedM} m above ground; give ${allowedM} or less`
}

function describeZone({ name, id, rule, times }: ZoneNote): string {
  const displayName = name === id ? id : `${name} (${id})`
  return `${displayName}, where ${ruleDescriptions[rule]}${times === 'always' ? '' : `, in force ${times}`}`
}

function describeEarliest(earliestDepartureMs: number | undefined, condition = ''): string {
  return earliestDepartureMs === undefined ? '' : `; ${explainEarliestDeparture(earliestDepartureMs, condition)}`
}

function explainEarliestDeparture(ms: number, condition = ''): string {
  return `the earliest possible departure${condition} is ${formatDeparture(ms)}`
}
