import tzLookup from '@photostructure/tz-lookup'
import { findZoneClock, type ZoneClock } from '../../../platform/local-clock.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Asset } from '../assets/asset.ts'
import type { PeriodFailure } from './failures.ts'

const DAY_MS = 86_400_000

/** Whole days in the time zone of an asset. */
export interface ReportPeriod {
  readonly timeZone: string
  readonly days: readonly LocalDay[]
  readonly fromMs: number
  /** End of the period in milliseconds, exclusive. */
  readonly untilMs: number
}

interface LocalDay {
  readonly date: string
  readonly fromMs: number
  readonly untilMs: number
}

interface PeriodQuery {
  readonly from?: string
  readonly days?: number
  readonly time_zone?: string
}

export function parsePeriod(
  { from, days = 1, time_zone }: PeriodQuery,
  { state }: Pick<Asset, 'state'>,
  nowMs: number,
): Result<ReportPeriod, PeriodFailure> {
  const timeZone = time_zone ?? (state ? tzLookup(state.fix.latitude, state.fix.longitude) : 'UTC')
  const clock = findZoneClock(timeZone)
  if (!clock) return fail({ kind: 'report-zone-unknown', given: timeZone })
  const today = Math.floor((nowMs + 1000 * clock.utcOffsetSeconds(nowMs)) / DAY_MS)
  const first = from === undefined ? today - days + 1 : parseDay(from)
  if (first === undefined) return fail({ kind: 'report-date-unreadable', given: from ?? '' })
  const localDays = Array.from({ length: days }, (_, i): LocalDay => {
    const midnightMs = (first + i) * DAY_MS
    return {
      date: new Date(midnightMs).toISOString().slice(0, 10),
      fromMs: toInstant(midnightMs, clock),
      untilMs: toInstant(midnightMs + DAY_MS, clock),
    }
  })
  return ok({ timeZone, days: localDays, fromMs: localDays[0]?.fromMs ?? 0, untilMs: localDays.at(-1)?.untilMs ?? 0 })
}

/** Returns the number of days since 1970, or undefined for a day that does not exist. */
function parseDay(text: string): number | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text) ? ms / DAY_MS : undefined
}

/**
 * Converts a local time to an instant. If the clocks change that night, the offset of the result can differ from the
 * first guess.
 */
function toInstant(localMs: number, clock: ZoneClock): number {
  const guessMs = localMs - 1000 * clock.utcOffsetSeconds(localMs)
  return localMs - 1000 * clock.utcOffsetSeconds(guessMs)
}

/** Formats a local time for spreadsheets, such as 2026-06-16 08:30:00. */
export function formatLocalTime(ms: number, timeZone: string): string {
  const offsetMs = 1000 * (findZoneClock(timeZone)?.utcOffsetSeconds(ms) ?? 0)
  return new Date(ms + offsetMs).toISOString().slice(0, 19).replace('T', ' ')
}
