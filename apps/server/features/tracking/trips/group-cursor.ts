import { MAX_ASSET_NUMBER } from '../api/number-cursor.ts'
import type { GroupSums } from './group-sums.ts'
import type { ReportSums } from './sum-days.ts'

export type GroupBy = 'group' | 'account'

/** Position in a grouped report between two pages. */
export interface GroupCursor {
  /** Number of the last asset that is included in the totals. */
  readonly afterNumber: number
  /** Totals of the assets of the group that have been read so far. */
  readonly partial: GroupSums
}

/** Maximum length of a cursor. The longest group name takes about half of it. */
export const MAX_GROUP_CURSOR_LENGTH = 1200

/** Fields of the totals, in the order of the cursor. */
const requiredFields = [
  'distanceM',
  'trips',
  'stops',
  'drivingS',
  'idleS',
  'stoppedS',
  'unseenS',
  'maxSpeedMs',
] as const
const nullableFields = [
  'harshBraking',
  'harshAcceleration',
  'speeding',
  'speedingS',
  'firstDepartMs',
  'lastArriveMs',
] as const
const HEAD_LENGTH = 4
/** First letter of a cursor, which identifies the grouping. A report with a different grouping rejects the cursor. */
const prefixes: Readonly<Record<GroupBy, string>> = { group: 'g', account: 'a' }

/**
 * Formats the value of `next`. The cursor contains the totals of the unfinished group, so that the server need not read
 * its assets again. Numbers in JSON keep all digits, so the pages add up to exactly the same totals as a single page.
 */
export function formatGroupCursor({ afterNumber, partial }: GroupCursor, by: GroupBy): string {
  const { group, assets, timeZone, sums } = partial
  const head = [afterNumber, group, assets, timeZone ?? (timeZone === null ? 0 : null)]
  const values = [...head, ...[...requiredFields, ...nullableFields].map((field) => sums[field])]
  return `${prefixes[by]}${Buffer.from(JSON.stringify(values)).toString('base64url')}`
}

export function parseGroupCursor(text: string, by: GroupBy): GroupCursor | undefined {
  const values = text.startsWith(prefixes[by]) ? parseArray(Buffer.from(text.slice(1), 'base64url').toString()) : []
  const [afterNumber, group, assets, timeZone] = values
  if (!isCount(afterNumber) || afterNumber > MAX_ASSET_NUMBER || !isCount(assets)) return undefined
  // PostgreSQL rejects queries with NUL.
  if (!(group === null || (typeof group === 'string' && !group.includes('\0')))) return undefined
  if (!(timeZone === null || timeZone === 0 || typeof timeZone === 'string')) return undefined
  const requiredSums = readValues(requiredFields, values.slice(HEAD_LENGTH), isNumber)
  const nullableSums = readValues(nullableFields, values.slice(HEAD_LENGTH + requiredFields.length), isNumberOrNull)
  if (!requiredSums || !nullableSums || values.length !== HEAD_LENGTH + requiredFields.length + nullableFields.length)
    return undefined
  const sums: ReportSums = { ...requiredSums, ...nullableSums }
  const zone = timeZone === 0 ? null : (timeZone ?? undefined)
  return { afterNumber, partial: { group, assets, timeZone: zone, sums } }
}

function parseArray(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** Largest time that can be formatted, in milliseconds. Other values are far smaller. */
const MAX_VALUE = 8.64e15

const isNumber = (value: unknown): value is number => typeof value === 'number' && Math.abs(value) <= MAX_VALUE
const isNumberOrNull = (value: unknown): value is number | null => value === null || isNumber(value)

function readValues<Field extends string, Value>(
  fields: readonly Field[],
  values: readonly unknown[],
  isValid: (value: unknown) => value is Value,
): Record<Field, Value> | undefined {
  const entries: [Field, Value][] = []
  for (const [index, field] of fields.entries()) {
    const value = values[index]
    if (!isValid(value)) return undefined
    entries.push([field, value])
  }
  return Object.fromEntries(entries) as Record<Field, Value>
}
