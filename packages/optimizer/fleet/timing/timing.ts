import type { FleetModel, TimeWindowTable } from '../model.ts'

/** Timetable of a tour by position, reused for all tours. The position after the last stop is the end. */
export interface TourTiming {
  readonly arrival: Float64Array
  readonly serviceStart: Float64Array
  readonly serviceEnd: Float64Array
  /** Total waiting time from the departure to the start of service at each position. */
  readonly waitingUntil: Float64Array
  /** Additional duration of the leg to each position because of a reload. Undefined if there are no reloads. */
  reloadLegs: Float64Array | undefined
  /** Driving times to and from the depot on the leg to each position, or -1 if the vehicle does not reload there. */
  reloadDrives: { readonly toDepot: Float64Array; readonly fromDepot: Float64Array } | undefined
  finish: number
  /** Total waiting time, and how much later the tour could depart with every service and break in the same window. */
  waiting: number
  slack: number
  /** First position that is reached too late, if the tour fails. */
  latePosition: number
  breakCount: number
  breakPosition: Int32Array
  breakStart: Float64Array
  /** Duration of each break. Written only for vehicles with driving-time rules. */
  breakLength: Float64Array
  /**
   * Total duration of the breaks that driving-time rules require, and how much of it the vehicle would otherwise spend
   * waiting. Both are 0 without such rules.
   */
  resting: number
  restWhileWaiting: number
}

export const TOO_LATE = Number.POSITIVE_INFINITY

export function createTiming({ stopCount, breakFirst }: FleetModel): TourTiming {
  let maxBreaks = 0
  for (let vehicle = 1; vehicle < breakFirst.length; vehicle++) {
    maxBreaks = Math.max(maxBreaks, breakFirst[vehicle] - breakFirst[vehicle - 1])
  }
  return {
    arrival: new Float64Array(stopCount + 1),
    serviceStart: new Float64Array(stopCount + 1),
    serviceEnd: new Float64Array(stopCount + 1),
    waitingUntil: new Float64Array(stopCount + 1),
    reloadLegs: undefined,
    reloadDrives: undefined,
    finish: 0,
    waiting: 0,
    slack: 0,
    latePosition: 0,
    breakCount: 0,
    breakPosition: new Int32Array(maxBreaks),
    breakStart: new Float64Array(maxBreaks),
    breakLength: new Float64Array(0),
    resting: 0,
    restWhileWaiting: 0,
  }
}

/** Returns the first window that has not ended at this time, or the index after the owner's last window. */
function findWindow({ first, to }: TimeWindowTable, owner: number, time: number): number {
  let window = first[owner]
  const end = first[owner + 1]
  while (window < end && to[window] < time) window++
  return window
}

/** Returns the earliest start at or after this time, or TOO_LATE if all windows have ended. */
export function earliestStartAt(windows: TimeWindowTable, owner: number, time: number): number {
  const { first, from } = windows
  if (first[owner] === first[owner + 1]) return time
  const window = findWindow(windows, owner, time)
  if (window === first[owner + 1]) return TOO_LATE
  return Math.max(from[window], time)
}

/** Returns how much later the service or break could begin within the same window. */
export function slackInWindow(windows: TimeWindowTable, owner: number, start: number): number {
  if (windows.first[owner] === windows.first[owner + 1]) return Number.POSITIVE_INFINITY
  return windows.to[findWindow(windows, owner, start)] - start
}
