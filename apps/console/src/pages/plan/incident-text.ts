import { formatClockTime } from '../../ui/format.ts'

/** Traffic incident as reported by a feed, in replies and on the map. */
export interface IncidentDetails {
  readonly kind: string
  readonly severity?: string
  readonly description?: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** Formats a kind such as `road_closure` as words. The API uses the British word for road work. */
export function formatKind(kind: string): string {
  if (kind === 'roadworks') return 'Road work'
  const kindText = kind.replaceAll('_', ' ')
  return kindText.charAt(0).toUpperCase() + kindText.slice(1)
}

/** Returns the description from the feed as the title, unless the description only repeats the kind. */
export function formatTitle({ kind, description = '' }: IncidentDetails): string {
  const hasOwnDescription = description !== '' && description.toLowerCase() !== kind.replaceAll('_', ' ').toLowerCase()
  return hasOwnDescription ? description : formatKind(kind)
}

export function formatTimes({ starts_at, ends_at }: IncidentDetails): string {
  return [
    starts_at === undefined ? '' : `since ${formatClockTime(starts_at)}`,
    ends_at === undefined ? '' : `until ${formatClockTime(ends_at)}`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
