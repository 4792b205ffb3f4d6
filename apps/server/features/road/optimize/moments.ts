import type { TimeWindow } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import { MAX_MINUTES } from './limits.ts'

/** The optimizer measures time in thousandths of a minute, like replies. */
export function toMilliminutes(minutes: number): number {
  return Math.round(minutes * 1000)
}

type Moments = readonly (number | string)[]
/** A list of windows, or a single window. */
export type GivenWindows = readonly (Moments | number | string)[]

/** Time windows of a stop or break; undefined if it is always open. Windows that end before departure are dropped. */
export function readWindows(
  field: string,
  given: GivenWindows | null | undefined,
  departMs: number,
): Result<readonly TimeWindow[] | undefined, AnyFailure> {
  if (!given || given.length === 0) return ok(undefined)
  const windows: TimeWindow[] = []
  const isOne = given.every((one) => !Array.isArray(one))
  for (const [index, one] of (isOne ? [given as Moments] : given).entries()) {
    const name = isOne ? field : `${field}[${index}]`
    if (!Array.isArray(one)) return fail({ kind: 'window-unreadable', field: name, given: one })
    const window = readWindow(name, one, departMs)
    if (!window.ok) return window
    if (window.value) windows.push(window.value)
  }
  if (windows.length === 0) return fail({ kind: 'window-passed', field })
  return ok(joined(windows.sort(([a], [b]) => a - b)))
}

/** Merges overlapping windows. */
function joined(windows: readonly TimeWindow[]): TimeWindow[] {
  const found: TimeWindow[] = []
  for (const [from, to] of windows) {
    const last = found.at(-1)
    if (last && from <= last[1]) found[found.length - 1] = [last[0], Math.max(last[1], to)]
    else found.push([from, to])
  }
  return found
}

/** Returns undefined if the window ends before departure. */
export function readWindow(
  field: string,
  given: Moments,
  departMs: number,
): Result<TimeWindow | undefined, AnyFailure> {
  const [first, second] = given
  if (first === undefined || second === undefined || given.length !== 2) {
    return fail({ kind: 'window-unreadable', field, given })
  }
  const from = readMoment(`${field}[0]`, first, departMs)
  if (!from.ok) return from
  const to = readMoment(`${field}[1]`, second, departMs)
  if (!to.ok) return to
  if (to.value < from.value) return fail({ kind: 'window-turned', field, from: String(first), to: String(second) })
  return ok(to.value < 0 ? undefined : [Math.max(0, from.value), to.value])
}

/** Thousandths of a minute after departure. An instant may lie before departure. */
function readMoment(field: string, given: number | string, departMs: number): Result<number, AnyFailure> {
  if (typeof given === 'number') return ok(toMilliminutes(given))
  const instant = Date.parse(given)
  // The schema checks the format, but not whether the day exists in that month.
  if (!Number.isFinite(instant)) return fail({ kind: 'moment-unreadable', field, given })
  const moment = Math.round((instant - departMs) / 60)
  return moment > toMilliminutes(MAX_MINUTES) ? fail({ kind: 'moment-too-late', field, given }) : ok(moment)
}
