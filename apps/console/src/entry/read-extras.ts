import type { PlaceEntry } from './read-line.ts'

/** Requirements of a stop as the user wrote them. An empty string means that the value is not given. */
export interface StopFieldStrings {
  readonly demand: string
  readonly service: string
  readonly opens: string
  readonly closes: string
}

type StopFieldValues = Pick<PlaceEntry, 'demand' | 'service' | 'opensAt' | 'closesAt'>

/**
 * Parses the fields of a stop. Unreadable values are reported as errors, because a tour that ignores a requirement
 * looks right but is wrong.
 */
export function parseStopFields(input: StopFieldStrings): {
  readonly extras: StopFieldValues
  readonly error?: string
} {
  const parsedFields = {
    demand: parseField(input.demand, parseInteger, 'demand: enter a whole number, 0 or more, such as 12'),
    service: parseField(input.service, parseMinutes, 'service time: enter a number of minutes, 0 or more, such as 5'),
    opensAt: parseField(input.opens, parseClockTime, 'time: enter hours and minutes, such as 08:00'),
    closesAt: parseField(input.closes, parseClockTime, 'time: enter hours and minutes, such as 17:30'),
  }
  const errors = Object.values(parsedFields).flatMap(({ error }) => (error === undefined ? [] : [error]))
  const fieldEntries = Object.entries(parsedFields).flatMap(([name, { value }]) =>
    value === undefined ? [] : [[name, value]],
  )
  return { extras: Object.fromEntries(fieldEntries), ...(errors.length === 0 ? {} : { error: errors.join('; ') }) }
}

function parseField<T>(
  string: string,
  read: (string: string) => T | undefined,
  fieldName: string,
): { value?: T; error?: string } {
  if (string === '') return {}
  const value = read(string)
  return value === undefined ? { error: `“${string}” is not a valid ${fieldName}` } : { value }
}

function parseInteger(string: string): number | undefined {
  return /^\+?\d+(?:[.,]0+)?$/.test(string) ? Number.parseInt(string, 10) : undefined
}

function parseMinutes(string: string): number | undefined {
  return /^\+?\d+(?:[.,]\d+)?$/.test(string) ? Number(string.replace(',', '.')) : undefined
}

/**
 * Parses a clock time. Seconds are accepted because spreadsheets add them, and ignored because tours are planned to the
 * minute.
 */
function parseClockTime(string: string): string | undefined {
  const match = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(string)
  return match === null ? undefined : `${(match[1] ?? '').padStart(2, '0')}:${match[2]}`
}
