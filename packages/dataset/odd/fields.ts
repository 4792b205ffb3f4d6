import { OddRefused } from './odd-refused.ts'

/** Reads the values of a document one by one. Errors name the invalid field. */

export type Json = Readonly<Record<string, unknown>>

/** Unknown fields are rejected too, because a misspelled rule would have no effect. */
export function readObject(value: unknown, field: string, known: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new OddRefused(field, value, `give an object with ${known.join(', ')}`)
  }
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue
    throw new OddRefused(
      join(field, name),
      (value as Json)[name],
      `there is no such field; allowed are ${known.join(', ')}`,
    )
  }
  return value as Json
}

export function join(field: string, name: string): string {
  return field === '' || field === 'the document' ? name : `${field}.${name}`
}

export function readLine(value: unknown, field: string, most = 200, least = 1): string {
  const isLine = typeof value === 'string' && value.trim().length >= least && value.length <= most
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (!isLine || /[\u0000-\u001f\u007f]/.test(value)) {
    throw new OddRefused(field, value, `give one line of ${least === 0 ? 'at most' : `${least} to`} ${most} characters`)
  }
  return value.trim()
}

export function readNumber(value: unknown, field: string, least: number, most: number): number {
  if (typeof value === 'number' && value >= least && value <= most) return value
  throw new OddRefused(field, value, `give a number from ${least} to ${most}`)
}

export function readFlag(value: unknown, field: string): boolean {
  if (typeof value === 'boolean') return value
  throw new OddRefused(field, value, 'give true or false')
}

export function readList(value: unknown, field: string, least: number, most: number): readonly unknown[] {
  if (Array.isArray(value) && value.length >= least && value.length <= most) return value
  const given = Array.isArray(value) ? `a list of ${value.length}` : value
  throw new OddRefused(field, given, `give a list of ${least} to ${most} entries`)
}

/** Each word at most once, in the order of `words`. */
export function readWords<T extends string>(value: unknown, field: string, words: readonly T[], least: number): T[] {
  const given = readList(value, field, least, words.length)
  given.forEach((one, index) => {
    if (!words.includes(one as T)) throw new OddRefused(`${field}[${index}]`, one, `give one of ${words.join(', ')}`)
    if (given.indexOf(one) !== index) throw new OddRefused(`${field}[${index}]`, one, 'remove it: it is a duplicate')
  })
  return words.filter((word) => given.includes(word))
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/

export function readInstant(value: unknown, field: string): number {
  const ms = typeof value === 'string' && INSTANT.test(value) ? Date.parse(value) : Number.NaN
  if (Number.isFinite(ms)) return ms
  throw new OddRefused(field, value, 'give an instant such as 2026-06-16T08:30:00Z')
}

/** Minutes of the day. */
export function readTimeOfDay(value: unknown, field: string): number {
  const [, hours, minutes] = (typeof value === 'string' && /^(\d\d):(\d\d)$/.exec(value)) || []
  const total = Number(hours) * 60 + Number(minutes)
  if (total <= 1440 && Number(minutes) < 60) return total
  throw new OddRefused(field, value, 'give a time of day from 00:00 to 24:00')
}
