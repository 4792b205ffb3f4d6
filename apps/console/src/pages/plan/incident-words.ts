import { clockTime } from '../../ui/measures.ts'

/** A traffic incident as reported by a feed, in replies and on the map. */
export interface ToldIncident {
  readonly kind: string
  readonly severity?: string
  readonly description?: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** Feeds use kinds such as `road_closure`. */
export function kindText(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The title is the description of the feed, unless it only repeats the kind. */
export function titleOf({ kind, description = '' }: ToldIncident): string {
  const isNews = description !== '' && description.toLowerCase() !== kind.replaceAll('_', ' ').toLowerCase()
  return isNews ? description : kindText(kind)
}

export function timesOf({ starts_at, ends_at }: ToldIncident): string {
  return [
    starts_at === undefined ? '' : `since ${clockTime(starts_at)}`,
    ends_at === undefined ? '' : `until ${clockTime(ends_at)}`,
  ]
    .filter((text) => text !== '')
    .join(', ')
}
