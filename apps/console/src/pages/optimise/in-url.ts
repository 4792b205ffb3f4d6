import { lengthInLink, nameText, readName } from '../../entry/name-in-url.ts'
import { newStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'
import { mainFields, moreFields, type SettingName, type Settings } from './settings.ts'

/** Email programs and chats cut longer links. In that case the stops stay in this browser. */
export const LONGEST = 1_800

/** Marks a link that does not contain its stops. */
const KEPT = 'kept'

/** Includes the names of the stops if there is room for them. */
export function toQuery(stops: readonly Stop[], settings: Settings): Record<string, string> {
  const texts = [stops.map((stop) => stopText(stop)), stops.map(demandText)].map((all) => all.join(';'))
  const text = texts.find((one) => lengthInLink(one) <= LONGEST) ?? KEPT
  return { ...(text === '' ? {} : { stops: text }), ...settings }
}

/** All points with their full names, for storage in this browser. */
export function keptText(stops: readonly Stop[]): string {
  return stops.map((stop) => stopText(stop, Number.POSITIVE_INFINITY)).join(';')
}

/** Returns undefined when the stops are stored in this browser. */
export function stopsIn(query: URLSearchParams): readonly Stop[] | undefined {
  const text = query.get('stops')
  if (text === null || text === KEPT) return undefined
  return readStops(text)
}

export function settingsIn(query: URLSearchParams): Settings {
  const names = [...mainFields, ...moreFields].map(({ name }) => name)
  return Object.fromEntries(
    names.flatMap((name): [SettingName, string][] => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}

/** `lat,lon,demand,service,0830-1000,name`, without trailing empty parts. */
export function stopText(stop: Stop, mostLetters?: number): string {
  const name = stop.isLookedUp === true ? '' : nameText(stop.label, mostLetters)
  return name === '' ? demandText(stop) : [...partsOf(stop), name].join(',')
}

/** The same without the name: only what the reply depends on. */
export function demandText(stop: Stop): string {
  return partsOf(stop).join(',').replace(/,+$/, '')
}

function partsOf({ at, demand, service, opens, closes }: Stop): readonly (string | number)[] {
  const window =
    opens === undefined && closes === undefined
      ? ''
      : `${(opens ?? '').replace(':', '')}-${(closes ?? '').replace(':', '')}`
  return [at[0], at[1], demand ?? '', service ?? '', window]
}

export function readStops(text: string): readonly Stop[] {
  return text.split(';').flatMap((one) => {
    const [latitude = '', longitude = '', demand = '', service = '', window = '', ...name] = one.split(',')
    const at = parsePoint(`${latitude},${longitude}`)
    if (at === undefined) return []
    const [opens, closes] = window.split('-').map(clockOf)
    return newStop({
      at,
      label: readName(name.join(',')),
      ...(demand === '' || Number.isNaN(Number(demand)) ? {} : { demand: Number(demand) }),
      ...(service === '' || Number.isNaN(Number(service)) ? {} : { service: Number(service) }),
      ...(opens === undefined ? {} : { opens }),
      ...(closes === undefined ? {} : { closes }),
    })
  })
}

/** Returns the parts of the link that are not stops, as written. They are left out and reported. */
export function unreadStops(query: URLSearchParams): readonly string[] {
  const text = query.get('stops') ?? ''
  if (text === '' || text === KEPT) return []
  return text.split(';').filter((one) => one.trim() !== '' && readStops(one).length === 0)
}

function clockOf(digits: string): string | undefined {
  return /^\d{4}$/.test(digits) ? `${digits.slice(0, 2)}:${digits.slice(2)}` : undefined
}
