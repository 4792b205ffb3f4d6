import type { TimeWindow } from '@fairway/optimizer'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import { MAX_MINUTES } from './limits.ts'

/** The optimizer measures time in thousandths of a minute, like replies. */
export function toMilliminutes(minutes: number): number {
  return Math.round(minutes * 1000)
}

type TimeInputs = readonly (number | string)[]
/** A list of windows, or a single window. */
export type WindowInputs = readonly (TimeInputs | number | string)[]

/** Time windows of a stop or break; undefined if it is always open. Windows that end before departure are dropped. */
export function readWindows(
  field: string,
  input: WindowInputs | null | undefined,
  departMs: number,
): Result<readonly TimeWindow[] | undefined, AnyFailure> {
  if (!input || input.length === 0) return ok(undefined)
  const windows: TimeWindow[] = []
  const isSingleWindow = input.every((element) => !Array.isArray(element))
  for (const [index, element] of (isSingleWindow ? [input as TimeInputs] : input).entries()) {
    const name = isSingleWindow ? field : `${field}[${index}]`
    if (!Array.isArray(element)) return fail({ kind: 'window-unreadable', field: name, given: element })
    const window = readWindow(name, element, departMs)
    if (!window.ok) return window
    if (window.value) windows.push(window.value)
  }
  if (windows.length === 0) return fail({ kind: 'window-passed', field })
  return ok(mergeWindows(windows.sort(([a], [b]) => a - b)))
}

/** Merges overlapping windows. */
function mergeWindows(windows: readonly TimeWindow[]): TimeWindow[] {
  const merged: TimeWindow[] = []
  for (const [from, to] of windows) {
    const last = merged.at(-1)
    if (last && from <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], to)]
    else merged.push([from, to])
  }
  return merged
}

/** Returns undefined if the window ends before departure. */
export function readWindow(
  field: string,
  input: TimeInputs,
  departMs: number,
): Result<TimeWindow | undefined, AnyFailure> {
  const [first, second] = input
  if (first === undefined || second === undefined || input.length !== 2) {
    return fail({ kind: 'window-unreadable', field, given: input })
  }
  const from = readTimeInput(`${field}[0]`, first, departMs)
  if (!from.ok) return from
  const to = readTimeInput(`${field}[1]`, second, departMs)
  if (!to.ok) return to
  if (to.value < from.value) return fail({ kind: 'window-turned', field, from: String(first), to: String(second) })
  return ok(to.value < 0 ? undefined : [Math.max(0, from.value), to.value])
}

/** Thousandths of a minute after departure. An instant may lie before departure. */
function readTimeInput(field: string, input: number | string, departMs: number): Result<number, AnyFailure> {
  if (typeof input === 'number') return ok(toMilliminutes(input))
  const instantMs = Date.parse(input)
  // The schema checks the format, but not whether the day exists in that month.
  if (!Number.isFinite(instantMs)) return fail({ kind: 'moment-unreadable', field, given: input })
  const offsetMilliminutes = Math.round((instantMs - departMs) / 60)
  return offsetMilliminutes > toMilliminutes(MAX_MINUTES)
    ? fail({ kind: 'moment-too-late', field, given: input })
    : ok(offsetMilliminutes)
}
