import type { WindowInputs } from '../moments.ts'
import type { WindowFields } from '../schemas.ts'

type SingleWindow = readonly (number | string)[] | WindowFields
type DayWindow = WindowFields & { readonly start: string; readonly end: string; readonly date: string }

/** Returns the window on this day, or undefined if it does not consist of two times of day without a date. */
export function toDayWindow(window: SingleWindow, date: string): DayWindow | undefined {
  const fields: Partial<WindowFields> = isPair(window) ? { start: window[0] ?? '', end: window[1] ?? '' } : window
  const { start, end, time_zone } = fields
  if (!isTimeOfDay(start) || !isTimeOfDay(end) || fields.date !== undefined) return undefined
  return { start, end, date, ...(time_zone !== undefined && { time_zone }) }
}

/** Repeats windows with times of day on every day. Windows with dates, timestamps, or minutes are kept. */
export function repeatWindows<T extends WindowInputs | null>(windows: T, dates: readonly string[]): WindowInputs | T {
  if (windows === null || (isPair(windows) && windows.length === 0)) return windows
  const isSingle = !isPair(windows) || windows.every((element) => typeof element !== 'object')
  const list = (isSingle ? [windows] : windows) as readonly SingleWindow[]
  return list.flatMap((window) => {
    const days = dates.flatMap((date) => toDayWindow(window, date) ?? [])
    return days.length > 0 ? days : [window]
  })
}

function isPair<T>(window: readonly T[] | WindowFields): window is readonly T[] {
  return Array.isArray(window)
}

function isTimeOfDay(input: number | string | undefined): input is string {
  return typeof input === 'string' && /^\d\d:\d\d$/.test(input)
}
