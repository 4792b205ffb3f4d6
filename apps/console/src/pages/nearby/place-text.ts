import type { NearbyPlace } from '@fairway/client'
import { formatKilometers, formatMinutes } from '../../ui/format.ts'

/** Street and house number, then the town. The country is obvious. */
export function formatAddress({ address }: Pick<NearbyPlace, 'address'>): string {
  if (address === undefined) return ''
  const { street, house_number, suburb, city } = address
  const streetLine = street === undefined ? '' : [street, house_number].filter(Boolean).join(' ')
  return [streetLine, suburb, city].filter((part) => part !== undefined && part !== '').join(', ')
}

/**
 * Road distances are measured from curb to curb. For a place on the same street or across from it, the road distance is
 * shorter than the straight line. In that case only the distance and duration are shown.
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
  return `${formatMinutes(duration_min)}, ${distanceText} by road (${straightLineText} straight)`
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
 * Formats OpenStreetMap opening hours, one rule per line, in words where that is safe. Rare syntax stays as written.
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

/** Anyone can edit the map data, so only a valid web URL becomes a link. */
export function toWebLink(website: string | undefined): { readonly href: string; readonly host: string } | undefined {
  if (website === undefined) return undefined
  const url = URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)
  if (url === null || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) return undefined
  return { href: url.href, host: url.hostname.replace(/^www\./, '') }
}

/** The first number, without its extension: callers dial the extension after the call is answered. */
export function toPhoneLink(phone: string): string {
  const [number = ''] = phone.split(/[;,/]|\b(?:ext|int)/i)
  return `tel:${number.replace(/[^+\d]/g, '')}`
}
