import type { Position } from '@fairway/geo'
import type { Validity } from '../model.ts'
import { DAY_MS, findSpanOnDay, SLOT_DAYS_AFTER, SLOT_DAYS_BEFORE, type Span } from './slots.ts'

/**
 * This module evaluates the validity periods of zones and corridors. Every interval includes its start and excludes its
 * end. A zone "until 18:00" is therefore no longer in force at 18:00.
 */

/**
 * Horizon within which weekly hours and the solar year repeat. An event that does not occur within this horizon never
 * occurs.
 */
const CHANGE_SEARCH_HORIZON_MS = 400 * DAY_MS
/**
 * End of the calendar. No hours are evaluated beyond it, because larger numbers cannot distinguish one day from the
 * next.
 */
const MAX_DATE_MS = 8.64e15

/** Returns whether the times are in force at an instant. `position` is needed for hours that depend on the sun. */
export function isInForce(times: readonly Validity[], atMs: number, position: Position): boolean {
  return overlapsPeriod(times, atMs, atMs, position)
}

/** Returns whether the times are in force at any instant of the closed interval. */
export function overlapsPeriod(
  times: readonly Validity[],
  fromMs: number,
  untilMs: number,
  position: Position,
): boolean {
  if (times.length === 0) return true
  return times.some((validity) => {
    const start = validity.fromMs ?? -Infinity
    const end = validity.untilMs ?? Infinity
    if (start > untilMs || end <= fromMs || start >= end) return false
    if (validity.weekly.length === 0) return true
    return overlapsSlot(validity, Math.max(start, fromMs), Math.min(end, untilMs), end, position)
  })
}

/** Returns whether a slot is in force at an instant of `[fromMs, untilMs]` before `end`. */
function overlapsSlot({ weekly }: Validity, fromMs: number, untilMs: number, end: number, position: Position): boolean {
  const firstMs = Number.isFinite(fromMs) ? fromMs : Math.min(untilMs, 0) - CHANGE_SEARCH_HORIZON_MS
  const lastMs = Math.min(untilMs, firstMs + CHANGE_SEARCH_HORIZON_MS, MAX_DATE_MS)
  if (firstMs < -MAX_DATE_MS) return false
  const lastDay = dayOf(lastMs) + SLOT_DAYS_BEFORE
  for (let day = dayOf(firstMs) - SLOT_DAYS_AFTER; day <= lastDay; day++) {
    for (const slot of weekly) {
      const span = findSpanOnDay(slot, day, position)
      if (span && span.endMs > firstMs && span.startMs <= lastMs && span.startMs < end) return true
    }
  }
  return false
}

/**
 * Returns the next instant after `afterMs` at which these times start or stop being in force, or undefined if there is
 * none.
 */
export function findNextChange(times: readonly Validity[], afterMs: number, position: Position): number | undefined {
  const isInForceBefore = isInForce(times, afterMs, position)
  let timeMs = afterMs
  let horizonMs = afterMs + CHANGE_SEARCH_HORIZON_MS
  for (;;) {
    const limit = findNextLimit(times, timeMs)
    const next = Math.min(limit, findNextSlotEdge(times, timeMs, Math.min(limit, horizonMs), position))
    if (next === Infinity) return undefined
    if (isInForce(times, next, position) !== isInForceBefore) return next
    if (next === limit) horizonMs = next + CHANGE_SEARCH_HORIZON_MS
    timeMs = next
  }
}

/** Returns the next start or end of a validity period after `timeMs`. */
function findNextLimit(times: readonly Validity[], timeMs: number): number {
  let next = Infinity
  for (const { fromMs = -Infinity, untilMs = Infinity } of times) {
    if (fromMs > timeMs) next = Math.min(next, fromMs)
    if (untilMs > timeMs) next = Math.min(next, untilMs)
  }
  return next
}

/** Returns the next start or end of a slot after `timeMs` and up to `lastMs`. */
function findNextSlotEdge(times: readonly Validity[], timeMs: number, lastMs: number, position: Position): number {
  const activeValidities = times.filter(
    ({ fromMs = -Infinity, untilMs = Infinity }) => fromMs <= timeMs && untilMs > timeMs,
  )
  const slots = activeValidities.flatMap(({ weekly }) => weekly)
  let next = Infinity
  if (slots.length === 0 || timeMs < -MAX_DATE_MS) return next
  const lastDay = dayOf(Math.min(lastMs, MAX_DATE_MS)) + SLOT_DAYS_BEFORE
  for (let day = dayOf(timeMs) - SLOT_DAYS_AFTER; day <= lastDay && (day - SLOT_DAYS_BEFORE) * DAY_MS <= next; day++) {
    for (const slot of slots) next = findEdgeAfter(findSpanOnDay(slot, day, position), timeMs, next)
  }
  return next <= lastMs ? next : Infinity
}

function findEdgeAfter(span: Span | undefined, timeMs: number, next: number): number {
  if (!span || span.endMs <= timeMs) return next
  return Math.min(next, span.startMs > timeMs ? span.startMs : span.endMs)
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
