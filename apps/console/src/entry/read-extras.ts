import type { Written } from './read-line.ts'

/** The requirements of a stop as the user wrote them. Empty strings mean that a value is not given. */
export interface WrittenExtras {
  readonly demand: string
  readonly service: string
  readonly opens: string
  readonly closes: string
}

type Extras = Pick<Written, 'demand' | 'service' | 'opens' | 'closes'>

/** An unreadable value is an error and is not dropped: a tour without it would look right and be wrong. */
export function readExtras(given: WrittenExtras): { readonly extras: Extras; readonly fault?: string } {
  const read = {
    demand: one(given.demand, wholeNumber, 'demand: enter a whole number of 0 or more, such as 12'),
    service: one(given.service, minutes, 'service time: enter 0 or more minutes, such as 5'),
    opens: one(given.opens, clock, 'time: enter hours and minutes, such as 08:00'),
    closes: one(given.closes, clock, 'time: enter hours and minutes, such as 17:30'),
  }
  const faults = Object.values(read).flatMap(({ fault }) => (fault === undefined ? [] : [fault]))
  const extras = Object.entries(read).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]]))
  return { extras: Object.fromEntries(extras), ...(faults.length === 0 ? {} : { fault: faults.join('; ') }) }
}

function one<T>(text: string, read: (text: string) => T | undefined, what: string): { value?: T; fault?: string } {
  if (text === '') return {}
  const value = read(text)
  return value === undefined ? { fault: `“${text}” is not a valid ${what}` } : { value }
}

function wholeNumber(text: string): number | undefined {
  return /^\+?\d+(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : undefined
}

function minutes(text: string): number | undefined {
  return /^\+?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : undefined
}

/** Seconds are accepted because spreadsheets add them, and ignored because nobody plans by them. */
function clock(text: string): string | undefined {
  const found = /^([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?$/.exec(text)
  return found === null ? undefined : `${(found[1] ?? '').padStart(2, '0')}:${found[2]}`
}
