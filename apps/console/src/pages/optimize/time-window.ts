import type { Stop } from '../../entry/stops.ts'
import { formatTimeOfDay } from '../../ui/format.ts'

/** Formats a time window. Returns an empty string if the stop has none. */
export function formatWindow({ opensAt, closesAt }: Pick<Stop, 'opensAt' | 'closesAt'>): string {
  return opensAt === undefined && closesAt === undefined ? '' : `${toTimeText(opensAt)}–${toTimeText(closesAt)}`
}

/** Formats a time from a time field, such as `08:30`, like all other times of the page. */
function toTimeText(timeInput: string | undefined): string {
  const [hours, minutes] = (timeInput ?? '').split(':').map(Number)
  return hours === undefined || minutes === undefined ? '' : formatTimeOfDay(hours * 60 + minutes)
}
