import type { FleetModel, Windows } from '../model.ts'

/** The timetable of a tour by position, reused for all tours. The position after the last stop is the end. */
export interface Timing {
  readonly arrival: Float64Array
  readonly start: Float64Array
  readonly leave: Float64Array
  finish: number
  /** Total waiting time, and how much later the tour could depart with every service and break in the same window. */
  waiting: number
  slack: number
  /** The position that is reached too late, if the tour fails. */
  lateAt: number
  breakCount: number
  readonly breakPosition: Int32Array
  readonly breakStart: Float64Array
}

export const TOO_LATE = Number.POSITIVE_INFINITY

export function newTiming({ stopCount, breakFirst }: FleetModel): Timing {
  let mostBreaks = 0
  for (let vehicle = 1; vehicle < breakFirst.length; vehicle++) {
    mostBreaks = Math.max(mostBreaks, breakFirst[vehicle] - breakFirst[vehicle - 1])
  }
  return {
    arrival: new Float64Array(stopCount + 1),
    start: new Float64Array(stopCount + 1),
    leave: new Float64Array(stopCount + 1),
    finish: 0,
    waiting: 0,
    slack: 0,
    lateAt: 0,
    breakCount: 0,
    breakPosition: new Int32Array(mostBreaks),
    breakStart: new Float64Array(mostBreaks),
  }
}

/** The first window that is not over at this time, or the one after the owner's last. */
export function windowAt({ first, to }: Windows, owner: number, time: number): number {
  let window = first[owner]
  const end = first[owner + 1]
  while (window < end && to[window] < time) window++
  return window
}

/** The earliest start at or after this time. TOO_LATE if all windows are over. */
export function beginAt(windows: Windows, owner: number, time: number): number {
  const { first, from } = windows
  if (first[owner] === first[owner + 1]) return time
  const window = windowAt(windows, owner, time)
  if (window === first[owner + 1]) return TOO_LATE
  return Math.max(from[window], time)
}

/** How much later it could begin within the same window. */
export function roomAt(windows: Windows, owner: number, begin: number): number {
  if (windows.first[owner] === windows.first[owner + 1]) return Number.POSITIVE_INFINITY
  return windows.to[windowAt(windows, owner, begin)] - begin
}
