import type { Position } from '@fairway/geo'
import type { Validity } from '../model.ts'
import { DAY_MS, DAYS_AFTER, DAYS_BEFORE, type Span, spanOnDay } from './slots.ts'

/**
 * Validity of zones and corridors. Every interval includes its start and excludes its end: a zone "until 18:00" is no
 * longer in force at 18:00.
 */

/** Weekly hours and the solar year repeat within this horizon, so an event outside it never happens. */
const HORIZON_MS = 400 * DAY_MS
/**
 * The end of the calendar. No hours are evaluated beyond it, because numbers this large cannot distinguish one day from
 * the next.
 */
const LAST_MS = 8.64e15

/** `where` is needed for hours that depend on the sun. */
export function inForce(times: readonly Validity[], atMs: number, where: Position): boolean {
  return overlaps(times, atMs, atMs, where)
}

/** Whether the times are in force at any instant of the closed interval. */
export function overlaps(times: readonly Validity[], fromMs: number, untilMs: number, where: Position): boolean {
  if (times.length === 0) return true
  return times.some((validity) => {
    const begin = validity.fromMs ?? -Infinity
    const end = validity.untilMs ?? Infinity
    if (begin > untilMs || end <= fromMs || begin >= end) return false
    if (validity.weekly.length === 0) return true
    return meetsSlot(validity, Math.max(begin, fromMs), Math.min(end, untilMs), end, where)
  })
}

/** Whether a slot is in force at an instant of `[fromMs, untilMs]` before `end`. */
function meetsSlot({ weekly }: Validity, fromMs: number, untilMs: number, end: number, where: Position): boolean {
  const firstMs = Number.isFinite(fromMs) ? fromMs : Math.min(untilMs, 0) - HORIZON_MS
  const lastMs = Math.min(untilMs, firstMs + HORIZON_MS, LAST_MS)
  if (firstMs < -LAST_MS) return false
  const lastDay = dayOf(lastMs) + DAYS_BEFORE
  for (let day = dayOf(firstMs) - DAYS_AFTER; day <= lastDay; day++) {
    for (const slot of weekly) {
      const span = spanOnDay(slot, day, where)
      if (span && span.endMs > firstMs && span.startMs <= lastMs && span.startMs < end) return true
    }
  }
  return false
}

/**
 * Returns the next instant after `afterMs` at which these times start or stop being in force, or undefined if there is
 * none.
 */
export function nextChange(times: readonly Validity[], afterMs: number, where: Position): number | undefined {
  const before = inForce(times, afterMs, where)
  let at = afterMs
  let horizonMs = afterMs + HORIZON_MS
  for (;;) {
    const limit = nextLimit(times, at)
    const next = Math.min(limit, nextSlotEdge(times, at, Math.min(limit, horizonMs), where))
    if (next === Infinity) return undefined
    if (inForce(times, next, where) !== before) return next
    if (next === limit) horizonMs = next + HORIZON_MS
    at = next
  }
}

/** The next start or end of a validity after `at`. */
function nextLimit(times: readonly Validity[], at: number): number {
  let next = Infinity
  for (const { fromMs = -Infinity, untilMs = Infinity } of times) {
    if (fromMs > at) next = Math.min(next, fromMs)
    if (untilMs > at) next = Math.min(next, untilMs)
  }
  return next
}

/** The next start or end of a slot after `at` and up to `lastMs`. */
function nextSlotEdge(times: readonly Validity[], at: number, lastMs: number, where: Position): number {
  const running = times.filter(({ fromMs = -Infinity, untilMs = Infinity }) => fromMs <= at && untilMs > at)
  const slots = running.flatMap(({ weekly }) => weekly)
  let next = Infinity
  if (slots.length === 0 || at < -LAST_MS) return next
  const lastDay = dayOf(Math.min(lastMs, LAST_MS)) + DAYS_BEFORE
  for (let day = dayOf(at) - DAYS_AFTER; day <= lastDay && (day - DAYS_BEFORE) * DAY_MS <= next; day++) {
    for (const slot of slots) next = edgeAfter(spanOnDay(slot, day, where), at, next)
  }
  return next <= lastMs ? next : Infinity
}

function edgeAfter(span: Span | undefined, at: number, next: number): number {
  if (!span || span.endMs <= at) return next
  return Math.min(next, span.startMs > at ? span.startMs : span.endMs)
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS)
