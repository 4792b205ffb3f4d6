import { MAX_MINUTES } from '../../road/optimize/limits.ts'
import type { Task, Vehicle, VroomInput } from './input.ts'
import type { Window } from './input-reader.ts'

/** Smallest time that is interpreted as seconds since 1970. Smaller times are seconds since the start of the plan. */
const MIN_TIMESTAMP_SECONDS = 1_000_000_000
/** Maximum value of a matrix cell that the optimizer accepts. */
const MAX_CELL = 100_000
/**
 * Numbers of optimizer minutes per second with which every second is a whole number of thousandths of a minute, the unit
 * of the optimizer.
 */
const EXACT_SCALES = [1, 0.5, 0.2, 0.1, 0.05, 0.02]
/** A whole number of weeks, so that the usual traffic of a week is the same at both ends. */
const MAX_LEAD_SECONDS = 4 * 7 * 86_400
/** Maximum time from minute 0 to the start of a window. A day of the optimizer's limit remains for the work itself. */
const MAX_START_SECONDS = (MAX_MINUTES - 24 * 60) * 60

/** Scale that converts between the times of VROOM and the optimizer. */
export interface TimeScale {
  /** VROOM time that corresponds to minute 0, in seconds. No vehicle leaves earlier. */
  readonly originSeconds: number
  /** VROOM time of the earliest window, whose traffic determines the travel times, in seconds. */
  readonly trafficSeconds: number
  /**
   * Number of optimizer minutes per VROOM second. With custom matrices, a second is a whole number of thousandths of a
   * minute if the values fit. Otherwise, times are rounded.
   */
  readonly minutesPerSecond: number
}

export function createTimeScale(input: VroomInput): TimeScale {
  const { tasks, vehicles, matrix } = input
  const windows = [...tasks.flatMap((task) => task.windows ?? []), ...vehicles.flatMap(listVehicleWindows)]
  const trafficSeconds = windows.length === 0 ? 0 : windows.reduce((min, [start]) => Math.min(min, start), Infinity)
  const latestStart = windows.reduce((max, [start]) => Math.max(max, start), trafficSeconds)
  const isEveryStartBounded = vehicles.every(({ window }) => window)
  const lead = isEveryStartBounded
    ? 0
    : Math.max(0, Math.min(findLongestLead(input), MAX_START_SECONDS - (latestStart - trafficSeconds)))
  const originSeconds = Math.max(0, trafficSeconds - lead)
  const longestTime = Math.max(
    0,
    ...windows.map(([, end]) => end - originSeconds),
    ...tasks.map(({ setup, service }) => setup + service),
    ...vehicles.flatMap(({ breaks }) => breaks.map(({ service }) => service)),
  )
  const largestCell = matrix ? Math.max(0, ...matrix.durations.map(findLargestFinite)) : Infinity
  const fittingScale = EXACT_SCALES.find(
    (scale) => scale * longestTime <= MAX_MINUTES && scale * largestCell <= MAX_CELL,
  )
  return { originSeconds, trafficSeconds, minutesPerSecond: fittingScale ?? 1 / 60 }
}

/** Returns whether times are seconds since 1970. */
export function hasTimestamps({ trafficSeconds }: TimeScale): boolean {
  return trafficSeconds >= MIN_TIMESTAMP_SECONDS
}

/** Returns the start of the plan if its times are seconds since 1970. Otherwise, the plan starts now. */
export function toDeparture(scale: TimeScale): { readonly depart_at?: string } {
  return hasTimestamps(scale) ? { depart_at: new Date(scale.originSeconds * 1000).toISOString() } : {}
}

/** Returns the time whose traffic determines the travel times if the plan has timestamps. */
export function toTrafficTime(scale: TimeScale): { readonly depart_at?: string } {
  return hasTimestamps(scale) ? { depart_at: new Date(scale.trafficSeconds * 1000).toISOString() } : {}
}

/** Returns whether a vehicle serves these tasks without any time window. */
export function isWithoutWindows(vehicle: Vehicle, tasks: readonly Task[]): boolean {
  return listVehicleWindows(vehicle).length === 0 && tasks.every(({ windows }) => windows === undefined)
}

function listVehicleWindows({ window, breaks }: Vehicle): readonly Window[] {
  return [...(window ? [window] : []), ...breaks.flatMap(({ windows }) => windows ?? [])]
}

/**
 * Returns how long before the earliest window a vehicle without a time window may have to leave: at most the time that it
 * needs for all tasks and breaks, because it reaches every task once. On roads, the times are not known yet.
 */
function findLongestLead({ tasks, vehicles, matrix }: VroomInput): number {
  if (!matrix) return MAX_LEAD_SECONDS
  const slowest = Math.min(...vehicles.map(({ speedFactor }) => speedFactor))
  const longestRest = Math.max(...vehicles.map(({ breaks }) => breaks.reduce((sum, { service }) => sum + service, 0)))
  const longestDrives = matrix.durations.map((_, to) => findLargestFinite(matrix.durations.map((row) => row[to] ?? 0)))
  const work = tasks.reduce((sum, { setup, service }) => sum + setup + service, longestRest)
  const travel = tasks.reduce((sum, { location }) => sum + (longestDrives[location.index ?? 0] ?? 0), 0) / slowest
  return Math.min(MAX_LEAD_SECONDS, Math.ceil(work + travel))
}

/** Returns the largest finite number of a list, at least 0. Roads that do not connect two places have no finite time. */
function findLargestFinite(values: readonly number[]): number {
  return values.reduce((max, value) => (Number.isFinite(value) ? Math.max(max, value) : max), 0)
}
