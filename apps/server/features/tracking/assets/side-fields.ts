import { positionRanges } from '../api/schemas.ts'

type SideName = keyof typeof positionRanges

/** A field beside place and time as a tracker sends it: what it calls it, and by what it is to be multiplied. */
export interface SideField {
  readonly sent: string
  readonly given: unknown
  readonly factor?: number
}

/**
 * Side fields in our own units. One that cannot be is left out, and told: the place that it came with is worth more, and
 * its sender would neither mend nor send it again. Numbers below zero, which trackers send for "not known", and null are
 * left out silently; only altitudes may be below zero.
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

/** Lists and objects by their kind alone: they may be nested deeper than can be written. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 39)}…` : value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
