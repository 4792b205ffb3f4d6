import type { Fix, FixFieldNames } from '@fairway/tracking'
import { isPlainTimestamp } from '../../../platform/http/body/instants.ts'
import { listNotes } from '../../../platform/http/body/spellings.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { PushFailure } from '../api/failures.ts'
import { toTimestampMs } from '../api/instants.ts'
import { SinglePosition } from '../api/schemas.ts'
import { describeValue } from '../assets/side-fields.ts'
import type { ReceivedFix, RejectedFix } from './accept-fixes.ts'
import {
  type PositionListName,
  prefixWithLine,
  type ReceivedElement,
  type TrackerPosition,
} from './received-positions.ts'

/** Maximum number of warnings per reply. */
const MAX_WARNINGS = 10

export interface ParsedPositions {
  readonly fixes: readonly ReceivedFix[]
  /** Elements that are not valid positions. */
  readonly rejected: readonly RejectedFix[]
  readonly warnings: readonly string[]
}

/** Validates the fields of a position against its schema and returns the error, if any. */
export type CheckPosition = (value: unknown) => string | undefined

/** Name of an element in messages, and the prefix of its field names. */
interface ElementNames {
  readonly elementName: string
  readonly fieldPrefix: string
}

/** Fix with an optional time. */
type UntimedFix = Omit<ReceivedFix, 'fix'> & { readonly fix: Omit<Fix, 'timeMs'> & { readonly timeMs?: number } }

export interface ReceivedPositions {
  readonly elements: readonly ReceivedElement[]
  /** Source of several positions. Undefined for a single position. */
  readonly list?: PositionListName
}

/** Reads the positions of a body in the Fairway format. */
export function readBodyPositions(
  body: Readonly<Record<string, unknown>> & { readonly positions?: readonly unknown[] },
): Result<ReceivedPositions, PushFailure> {
  const { positions, ...own } = body
  const hasSinglePosition = own.at !== undefined || own.lat !== undefined || own.lon !== undefined
  if (positions && hasSinglePosition) return fail({ kind: 'two-shapes' })
  if (positions) return ok({ elements: positions.map((value, index) => ({ value, index })), list: 'positions' })
  return hasSinglePosition ? ok({ elements: [{ value: own, index: 0 }] }) : fail({ kind: 'no-position', where: 'body' })
}

export function parsePositions(
  { elements, list }: ReceivedPositions,
  checkPosition: CheckPosition,
  nowMs: number,
): ParsedPositions {
  const fixes: UntimedFix[] = []
  const rejectedFixes: RejectedFix[] = []
  const warnings: string[] = []
  for (const element of elements) {
    const { index, trackerFields, mmsi } = element
    const sentTime = (element.value as SinglePosition | null | undefined)?.time
    const reason = element.why ?? findElementError(element, list, checkPosition)
    if (reason !== undefined) {
      rejectedFixes.push({ index, why: reason })
      continue
    }
    const position = trackerFields
      ? convertTrackerTime(element.value as SinglePosition, checkPosition)
      : (element.value as SinglePosition)
    // The check has converted a time with another spelling. Looking up its notes for every position would take longer.
    if (position.time !== sentTime)
      for (const note of listNotes(position)) warnings.push(describeTimeNote(note, element, list))
    for (const message of trackerFields?.ignoredFieldWarnings ?? listIgnoredFields(position, list, index))
      warnings.push(prefixWithLine(list, index, message))
    const fieldNames = trackerFields?.names ?? new ElementFieldNames(position.at !== undefined, list, index)
    fixes.push({ fix: toUntimedFix(position), index, names: fieldNames, ...(mmsi !== undefined && { mmsi }) })
  }
  return { fixes: addMissingTimes(fixes, nowMs), rejected: rejectedFixes, warnings: warnings.slice(0, MAX_WARNINGS) }
}

function toElementNames(list: PositionListName | undefined, index: number): ElementNames {
  if (list === undefined) return { elementName: 'the position', fieldPrefix: '' }
  if (list === 'lines') return { elementName: 'the line', fieldPrefix: '' }
  return { elementName: `${list}[${index}]`, fieldPrefix: `${list}[${index}].` }
}

const NO_MESSAGES: readonly string[] = []

/** Names the time in a note as its sender does. */
function describeTimeNote(note: string, { index, trackerFields }: ReceivedElement, list?: PositionListName): string {
  const name = trackerFields?.names.time ?? `${toElementNames(list, index).fieldPrefix}time`
  return prefixWithLine(list, index, note.replace(/^time/, name))
}

/** Lists the ignored fields of a position in the Fairway format. */
function listIgnoredFields(
  position: SinglePosition,
  list: PositionListName | undefined,
  index: number,
): readonly string[] {
  const hasDuplicatePosition = position.at !== undefined && (position.lat !== undefined || position.lon !== undefined)
  // The framework reports unknown fields only for bodies in the Fairway format, which have a schema.
  const isUnchecked = list === 'lines' || list === 'location'
  if (!hasDuplicatePosition && !isUnchecked) return NO_MESSAGES
  const { elementName, fieldPrefix } = toElementNames(list, index)
  const duplicateWarnings = hasDuplicatePosition
    ? [`lat and lon of ${elementName} were ignored: ${fieldPrefix}at was given as well`]
    : []
  if (!isUnchecked) return duplicateWarnings
  const unknownFields = Object.keys(position).filter((field) => !Object.hasOwn(SinglePosition.properties, field))
  return [
    ...unknownFields.map((field) => `unknown field '${fieldPrefix}${field.slice(0, 60)}' was ignored`),
    ...duplicateWarnings,
  ]
}

/**
 * Adds ascending times, one millisecond apart, to the positions without a time. The last of these positions gets the
 * current time.
 */
function addMissingTimes(fixes: readonly UntimedFix[], nowMs: number): readonly ReceivedFix[] {
  let untimedCount = 0
  for (const { fix } of fixes) if (fix.timeMs === undefined) untimedCount++
  if (untimedCount === 0) return fixes as readonly ReceivedFix[]
  return fixes.map(({ fix, ...rest }) => {
    const timeMs = fix.timeMs ?? nowMs - --untimedCount
    return { fix: { ...fix, timeMs }, ...rest }
  })
}

function findElementError(
  { value, trackerFields, index }: ReceivedElement,
  list: PositionListName | undefined,
  checkPosition: CheckPosition,
): string | undefined {
  if (trackerFields) return findTrackerError(value as TrackerPosition['value'], trackerFields.names, checkPosition)
  const error = value === null ? undefined : checkPosition(value)
  if (value !== null && error === undefined) {
    const { at, lat, lon } = value as SinglePosition
    if (at !== undefined || (lat !== undefined && lon !== undefined)) return undefined
  }
  return describeElementError(value as SinglePosition | null, error, toElementNames(list, index))
}

function describeElementError(
  value: SinglePosition | null,
  error: string | undefined,
  { elementName, fieldPrefix }: ElementNames,
): string {
  if (value === null) return `${elementName} is null; it must be an object`
  if (error !== undefined)
    return error.startsWith('The body') ? error.replace('The body', elementName) : `${fieldPrefix}${error}`
  const { lat, lon } = value
  if (lat === undefined && lon === undefined) {
    return `${elementName} has no position; set the position, for example at: [latitude, longitude], or set lat and lon`
  }
  return `${fieldPrefix}${lat === undefined ? 'lat' : 'lon'} is missing; give lat and lon, or at: [latitude, longitude]`
}

/**
 * Finds an error in the position or time, with the tracker's field names. Invalid optional fields have already been
 * dropped.
 */
function findTrackerError(
  { lat, lon, time }: TrackerPosition['value'],
  names: FixFieldNames,
  checkPosition: CheckPosition,
): string | undefined {
  if (lat === undefined && lon === undefined) {
    return `${names.at} has no position; give ${names.latitude} and ${names.longitude}`
  }
  for (const [name, degrees] of [
    [names.latitude, lat],
    [names.longitude, lon],
  ]) {
    if (degrees === undefined) return `${name} is missing; it must be a number of degrees`
    if (!Number.isFinite(degrees)) return `${name} is ${describeValue(degrees)}; it must be a number of degrees`
  }
  return time === undefined ? undefined : checkPosition({ time })?.replace(/^time/, names.time)
}

/**
 * Converts the time of a tracker's position, which the check has accepted. The check of a tracker's position covers only
 * a copy of the time, because its other fields are validated separately.
 */
function convertTrackerTime(position: SinglePosition, checkPosition: CheckPosition): SinglePosition {
  if (typeof position.time !== 'string' || isPlainTimestamp(position.time)) return position
  const converted = { ...position }
  checkPosition(converted)
  return converted
}

/** Field names of an element in the Fairway format. Names are needed only for errors, so they are built on demand. */
class ElementFieldNames implements FixFieldNames {
  private readonly hasAt: boolean
  private readonly list: PositionListName | undefined
  private readonly index: number

  constructor(hasAt: boolean, list: PositionListName | undefined, index: number) {
    this.hasAt = hasAt
    this.list = list
    this.index = index
  }

  get at(): string {
    return this.hasAt ? this.toName('at') : toElementNames(this.list, this.index).elementName
  }
  get latitude(): string {
    return this.toName(this.hasAt ? 'at[0]' : 'lat')
  }
  get longitude(): string {
    return this.toName(this.hasAt ? 'at[1]' : 'lon')
  }
  get time(): string {
    return this.toName('time')
  }

  private toName(field: string): string {
    return `${toElementNames(this.list, this.index).fieldPrefix}${field}`
  }
}

function toUntimedFix(position: SinglePosition): UntimedFix['fix'] {
  const { at, time, speed_ms, heading, battery_pct, altitude_m, accuracy_m } = position
  const latitude = (at ? at[0] : position.lat) ?? Number.NaN
  const longitude = (at ? at[1] : position.lon) ?? Number.NaN
  // The fix is stored as JSON, so undefined and null values are dropped to save space. Spreading optional fields would
  // copy the fix once for each of them.
  const fix: { -readonly [K in keyof UntimedFix['fix']]: UntimedFix['fix'][K] } = { latitude, longitude }
  if (time !== undefined) fix.timeMs = toTimestampMs(time)
  if (isPresent(speed_ms)) fix.speedMs = speed_ms
  if (isPresent(heading)) fix.headingDeg = heading
  if (isPresent(battery_pct)) fix.batteryPct = battery_pct
  if (isPresent(altitude_m)) fix.altitudeM = altitude_m
  if (isPresent(accuracy_m)) fix.accuracyM = accuracy_m
  return fix
}

function isPresent(value: number | null | undefined): value is number {
  return value !== null && value !== undefined
}
