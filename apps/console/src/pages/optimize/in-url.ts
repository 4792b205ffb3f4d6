import { encodedLength, formatName, parseName } from '../../entry/name-in-url.ts'
import { createStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'
import { allFields, type SettingName, type Settings } from './settings.ts'

/**
 * Maximum length of a link. Email programs and chats truncate longer links, so long lists of stops are stored in the
 * browser instead.
 */
export const MAX_LINK_LENGTH = 1_800

/** Value that marks a link whose stops are stored in the browser. */
const STORED_STOPS_MARKER = 'kept'

/** Returns the URL query for the stops and settings. Names are included if there is room. */
export function toQuery(stops: readonly Stop[], settings: Settings): Record<string, string> {
  const formattedVariants = [stops.map((stop) => formatStop(stop)), stops.map(formatStopFields)].map(
    (formattedPlaces) => formattedPlaces.join(';'),
  )
  const stopsParam =
    formattedVariants.find((variant) => encodedLength(variant) <= MAX_LINK_LENGTH) ?? STORED_STOPS_MARKER
  return { ...(stopsParam === '' ? {} : { stops: stopsParam }), ...settings }
}

/** Formats all stops with their full names, for storage in this browser. */
export function formatStoredStops(stops: readonly Stop[]): string {
  return stops.map((stop) => formatStop(stop, Number.POSITIVE_INFINITY)).join(';')
}

/** Returns the stops of a link, or undefined if this browser stores the stops. */
export function findStopsInQuery(query: URLSearchParams): readonly Stop[] | undefined {
  const stopsParam = query.get('stops')
  if (stopsParam === null || stopsParam === STORED_STOPS_MARKER) return undefined
  return parseStops(stopsParam)
}

export function parseSettings(query: URLSearchParams): Settings {
  const settingNames = allFields.map(({ name }) => name)
  return Object.fromEntries(
    settingNames.flatMap((name): [SettingName, string][] => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** Formats a stop as `lat,lon,demand,service,0830-1000,name`, without trailing empty parts. */
export function formatStop(stop: Stop, maxNameLength?: number): string {
  const name = stop.isLookedUp === true ? '' : formatName(stop.label, maxNameLength)
  return name === '' ? formatStopFields(stop) : [...listStopFields(stop), name].join(',')
}

/** Formats a stop without its name. The reply depends only on these fields. */
export function formatStopFields(stop: Stop): string {
  return listStopFields(stop).join(',').replace(/,+$/, '')
}

function listStopFields({ at, demand, service, opensAt, closesAt }: Stop): readonly (string | number)[] {
  const timeWindow =
    opensAt === undefined && closesAt === undefined
      ? ''
      : `${(opensAt ?? '').replace(':', '')}-${(closesAt ?? '').replace(':', '')}`
  return [at[0], at[1], demand ?? '', service ?? '', timeWindow]
}

export function parseStops(encoded: string): readonly Stop[] {
  return encoded.split(';').flatMap((part) => {
    const [latitude = '', longitude = '', demand = '', service = '', window = '', ...name] = part.split(',')
    const position = parsePoint(`${latitude},${longitude}`)
    if (position === undefined) return []
    const [openTime, closeTime] = window.split('-').map(toClockTime)
    return createStop({
      at: position,
      label: parseName(name.join(',')),
      ...(demand === '' || Number.isNaN(Number(demand)) ? {} : { demand: Number(demand) }),
      ...(service === '' || Number.isNaN(Number(service)) ? {} : { service: Number(service) }),
      ...(openTime === undefined ? {} : { opensAt: openTime }),
      ...(closeTime === undefined ? {} : { closesAt: closeTime }),
    })
  })
}

/** Returns the parts of the link that are not valid stops, as written. The page ignores and reports these parts. */
export function listUnreadableStops(query: URLSearchParams): readonly string[] {
  const stopsParam = query.get('stops') ?? ''
  if (stopsParam === '' || stopsParam === STORED_STOPS_MARKER) return []
  return stopsParam.split(';').filter((part) => part.trim() !== '' && parseStops(part).length === 0)
}

function toClockTime(digits: string): string | undefined {
  return /^\d{4}$/.test(digits) ? `${digits.slice(0, 2)}:${digits.slice(2)}` : undefined
}
