import type { FleetModel, Windows } from '../model.ts'

/** A tour in time, by position; reused from tour to tour. The position behind the last stop is the end. */
export interface Timing {
  readonly arrival: Float64Array
  readonly start: Float64Array
  readonly leave: Float64Array
  finish: number
  /** All waiting, and how much later the tour could leave with every service and break in the same window. */
  waiting: number
  slack: number
  /** Where it fails: the position that is reached too late. */
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

/** The first window that is not over at that time, or the one behind the owner's last. */
export function windowAt({ first, to }: Windows, owner: number, time: number): number {
  let window = first[owner]
  const end = first[owner + 1]
  while (window < end && to[window] < time) window++
  return window
}

/** When it can begin that is ready at that time; TOO_LATE when all windows are over. */
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
