import type { NearbyPlace } from '@fairway/client'
import { kilometers, minutes } from '../../ui/measures.ts'

/** Street and house number, then the town. The country is obvious. */
export function addressText({ address }: Pick<NearbyPlace, 'address'>): string {
  if (address === undefined) return ''
  const { street, house_number, suburb, city } = address
  const line = street === undefined ? '' : [street, house_number].filter(Boolean).join(' ')
  return [line, suburb, city].filter((part) => part !== undefined && part !== '').join(', ')
}

/**
 * Road distances are measured from curb to curb. For a place on the same street or across from it, the road distance is
 * shorter than the straight line. In that case only the distance and duration are shown.
 */
export function farText({
  distance_m,
  duration_min,
  straight_m,
}: Pick<NearbyPlace, 'distance_m' | 'duration_min' | 'straight_m'>): string {
  const far = kilometers(distance_m / 1_000)
  if (duration_min === undefined) return `${far} in a straight line`
  if (straight_m === undefined) return `${minutes(duration_min)}, ${far} by road`
  const straight = kilometers(straight_m / 1_000)
  if (straight_m > distance_m) return `${straight} in a straight line, ${minutes(duration_min)} by road`
  return `${minutes(duration_min)}, ${far} by road (${straight} straight)`
}

const days: Readonly<Record<string, string>> = {
  Mo: 'Mon',
  Tu: 'Tue',
  We: 'Wed',
  Th: 'Thu',
  Fr: 'Fri',
  Sa: 'Sat',
  Su: 'Sun',
  PH: 'holidays',
  SH: 'school holidays',
}

/**
 * Formats OpenStreetMap opening hours, one rule per line, in words where that is safe. Rare syntax stays as written.
 */
export function hoursText(hours: string): readonly string[] {
  return hours
    .split(/;|\|\|/)
    .map((rule) =>
      rule
        .trim()
        .replace(/^24\/7$/, 'always open')
        .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b/g, (day) => days[day] ?? day)
        .replace(/\boff\b/g, 'closed')
        .replace(/(\d)-(\d)/g, '$1–$2')
        .replace(/([a-z])-([A-Z])/g, '$1–$2'),
    )
    .filter((rule) => rule !== '')
}

/** Anyone can edit the map data, so only a valid web URL becomes a link. */
export function webLink(text: string | undefined): { readonly href: string; readonly host: string } | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return undefined
  return { href: url.href, host: url.hostname.replace(/^www\./, '') }
}

/** The first number, without its extension: callers dial that after the call is answered. */
export function phoneLink(text: string): string {
  const [number = ''] = text.split(/[;,/]|\b(?:ext|int)/i)
  return `tel:${number.replace(/[^+\d]/g, '')}`
}
