import type { NearbyPlace } from '@fairway/client'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'

/** Formats the street, house number and town. The country is omitted because it is obvious. */
export function formatAddress({ address }: Pick<NearbyPlace, 'address'>): string {
  if (address === undefined) return ''
  const { street, house_number, suburb, city } = address
  const streetLine = street === undefined ? '' : [street, house_number].filter(Boolean).join(' ')
  return [streetLine, suburb, city].filter((part) => part !== undefined && part !== '').join(', ')
}

/**
 * Formats the distance and the duration to a place. Road distances are measured between the nearest points on the road,
 * so they can be shorter than the straight line. In this case, the text gives the straight-line distance and the
 * duration by road.
 */
export function formatDistance({
  distance_m,
  duration_min,
  straight_m,
}: Pick<NearbyPlace, 'distance_m' | 'duration_min' | 'straight_m'>): string {
  const distanceText = formatKilometers(distance_m / 1_000)
  if (duration_min === undefined) return `${distanceText} in a straight line`
  if (straight_m === undefined) return `${formatMinutes(duration_min)}, ${distanceText} by road`
  const straightLineText = formatKilometers(straight_m / 1_000)
  if (straight_m > distance_m) return `${straightLineText} in a straight line, ${formatMinutes(duration_min)} by road`
  return `${formatMinutes(duration_min)}, ${distanceText} by road (${straightLineText} in a straight line)`
}

const dayNames: Readonly<Record<string, string>> = {
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
 * Formats OpenStreetMap opening hours, one rule per line. Common rules are translated to words, and rare syntax stays
 * as written.
 */
export function formatOpeningHours(hours: string): readonly string[] {
  return hours
    .split(/;|\|\|/)
    .map((rule) =>
      rule
        .trim()
        .replace(/^24\/7$/, 'always open')
        .replace(/\b(Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)\b/g, (day) => dayNames[day] ?? day)
        .replace(/\boff\b/g, 'closed')
        .replace(/(\d)-(\d)/g, '$1–$2')
        .replace(/([a-z])-([A-Z])/g, '$1–$2'),
    )
    .filter((rule) => rule !== '')
}

/** Returns a link only for a valid web URL, because anyone can edit the map data. */
export function toWebLink(website: string | undefined): { readonly href: string; readonly host: string } | undefined {
  if (website === undefined) return undefined
  const url = URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return undefined
  return { href: url.href, host: url.hostname.replace(/^www\./, '') }
}

/**
 * Returns a link to the first phone number, without its extension, because callers dial the extension after the call is
 * answered.
 */
export function toPhoneLink(phone: string): string {
  const [number = ''] = phone.split(/[;,/]|\b(?:ext|int)/i)
  return `tel:${number.replace(/[^+\d]/g, '')}`
}
