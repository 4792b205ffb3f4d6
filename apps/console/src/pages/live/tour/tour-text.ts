import type { LiveAssetReply, LiveAssetStop, LiveAssetStopStatus } from '@fairway/client'
import { findTourStopName } from '../../../fleet/tour-names.ts'
import { formatPoint } from '../../../points.ts'
import { formatClockTime, formatMinutes, formatTimeOnDay } from '../../../ui/format.ts'

/** Minimum difference to report, in minutes. Smaller differences are noise in the prediction. */
const MIN_DIFFERENCE_MIN = 1

export const statusLabels: Readonly<Record<LiveAssetStopStatus, string>> = {
  pending: 'Open',
  arrived: 'At the stop',
  done: 'Done',
  missed: 'Passed without stopping',
  skipped: 'Skipped',
  canceled: 'Canceled',
}

/** Returns whether the asset no longer has to visit a stop. */
export function isClosed({ status }: Pick<LiveAssetStop, 'status'>): boolean {
  return status === 'done' || status === 'skipped' || status === 'canceled'
}

/** Returns a summary such as `3 of 5 stops done, 12 min behind schedule`, or undefined if the asset follows no tour. */
export function summarizeTour({ stops }: Pick<LiveAssetReply, 'stops'>): string | undefined {
  if (stops === undefined || stops.length === 0) return undefined
  const next = stops.find((stop) => !isClosed(stop) && stop.arrive_at !== null)
  const difference = next === undefined ? '' : describeDifferenceToPlan(next)
  const doneText = `${stops.filter(isClosed).length} of ${stops.length} stops done`
  return difference === '' ? doneText : `${doneText}, ${difference}`
}

/**
 * Describes the difference between the predicted or actual arrival and the plan. Returns an empty string if there is no
 * arrival time yet.
 */
export function describeDifferenceToPlan({ arrive_at, planned_at }: LiveAssetStop): string {
  if (arrive_at === null) return ''
  const minutes = (Date.parse(arrive_at) - Date.parse(planned_at)) / 60_000
  if (Math.abs(minutes) < MIN_DIFFERENCE_MIN) return 'on time'
  return `${formatMinutes(Math.abs(minutes))} ${minutes > 0 ? 'behind' : 'ahead of'} schedule`
}

/** Describes the planned time of a stop and its predicted or actual time. */
export function describeTimes(stop: LiveAssetStop): string {
  const { status, planned_at, arrive_at, done_at, late_min } = stop
  const plannedText = `planned ${formatClockTime(planned_at)}`
  const formatTime = (time: string) => formatTimeOnDay(time, planned_at)
  if (status === 'done' && done_at !== undefined) return `${plannedText}, left ${formatTime(done_at)}`
  if (status === 'skipped' || status === 'canceled' || arrive_at === null) return plannedText
  const predictedText = `${status === 'arrived' ? 'arrived' : 'arrives'} ${formatTime(arrive_at)}`
  const late = late_min !== undefined && late_min > 0 ? `, ${formatMinutes(late_min)} late` : ''
  return `${plannedText}, ${predictedText}${late}`
}

export function getStopName(solution: string | undefined, { stop, at }: LiveAssetStop): string {
  return findTourStopName(solution, stop) ?? formatPoint(at)
}
