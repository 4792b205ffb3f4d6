import { positionRanges } from '../api/schemas.ts'

type SideName = keyof typeof positionRanges

/** An optional field as a tracker sends it: its name and conversion factor. */
export interface SideField {
  readonly sent: string
  readonly given: unknown
  readonly factor?: number
}

/**
 * Converts optional fields to our units. An invalid field is dropped with a warning: the position is worth more, and
 * the sender would neither fix nor resend it. Null and negative numbers, which trackers send for unknown values, are
 * dropped silently; only altitudes may be negative.
 */
export function readSideFields(fields: Readonly<Record<SideName, SideField>>) {
  const values: Partial<Record<SideName, number>> = {}
  const leftOut: string[] = []
  for (const [name, { sent, given, factor = 1 }] of Object.entries(fields) as [SideName, SideField][]) {
    const [least, most] = positionRanges[name]
    if (given === undefined || given === null) continue
    if (typeof given === 'number' && given < 0 && least === 0) continue
    const value = typeof given === 'number' ? times(given, factor) : Number.NaN
    if (value >= least && value <= most) values[name] = value
    else {
      const [from, to] = [least, most].map((limit) => Math.round((limit / factor) * 10) / 10)
      leftOut.push(`${sent} was ignored: it is ${show(given)}, and must be a number from ${from} to ${to}`)
    }
  }
  return { values, leftOut }
}

function times(value: number, factor: number): number {
  return factor === 1 ? value : Math.round(value * factor * 1000) / 1000
}

/** Shows only the type of lists and objects, because they may be nested too deeply to serialize. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
