import { clockTime } from '../../ui/measures.ts'

/** What feeds tell of something that happens on a road, in replies and on the map. */
export interface ToldIncident {
  readonly kind: string
  readonly severity?: string
  readonly description?: string
  readonly starts_at?: string
  readonly ends_at?: string
}

/** Feeds say `road_closure`. */
export function kindText(kind: string): string {
  const words = kind.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What it is called: as its feed describes it; many only repeat what kind it is. */
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
