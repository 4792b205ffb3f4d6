import { formatPoint } from '../../../points.ts'
import { formatClockTime } from '../../../ui/format.ts'
import { replaceFieldNames } from '../field-text.ts'
import type { Solution } from '../state.ts'

/**
 * Replaces zero-based stop numbers with names, zero-based vehicle numbers with numbers from 1, and minutes after
 * departure with clock times.
 */
export function rephraseReply(message: string, { stops, reply }: ReplyContext): string {
  const formatClockTimeAfter = (minutes: string) =>
    formatClockTime(new Date(Date.parse(reply.depart_at) + Number(minutes) * 60_000).toISOString())
  return replaceFieldNames(message)
    .replaceAll(/\bvehicle (\d+)\b/g, (_, digits) => `vehicle ${Number(digits) + 1}`)
    .replaceAll(/\bstop (\d+)\b/g, (_, digits) => formatStopName(stops[Number(digits)], Number(digits)))
    .replaceAll(
      /\b(before|must begin by|ends at) minute (-?[\d.]+)/g,
      (_, phrase, minutes) => `${phrase} ${formatClockTimeAfter(minutes)}`,
    )
}

interface ReplyContext {
  readonly stops: Solution['stops']
  readonly reply: Pick<Solution['reply'], 'depart_at'>
}

export function formatStopName(stop: Solution['stops'][number] | undefined, index: number): string {
  return stop === undefined ? `stop ${index + 1}` : `stop ${index + 1} (${stop.label || formatPoint(stop.at)})`
}
