import { newStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'
import { mainFields, moreFields, type SettingName, type Settings } from './settings.ts'

/** Longer links are cut by mail programs and chats: then the stops stay in this browser. */
const LONGEST = 1_800

/** Says that the stops of this link are not in it. */
const KEPT = 'kept'

export function toQuery(stops: readonly Stop[], settings: Settings): Record<string, string> {
  const text = stops.map(stopText).join(';')
  return { ...(text === '' ? {} : { stops: text.length > LONGEST ? KEPT : text }), ...settings }
}

/** Undefined: the stops are those that this browser has kept. */
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

/** `lat,lon,demand,service,0830-1000`, cut behind the last thing that is known. Names are not in it: they are found again. */
export function stopText({ at, demand, service, opens, closes }: Stop): string {
  const window =
    opens === undefined && closes === undefined
      ? ''
      : `${(opens ?? '').replace(':', '')}-${(closes ?? '').replace(':', '')}`
  return [at[0], at[1], demand ?? '', service ?? '', window].join(',').replace(/,+$/, '')
}

export function readStops(text: string): readonly Stop[] {
  return text.split(';').flatMap((one) => {
    const [latitude = '', longitude = '', demand = '', service = '', window = ''] = one.split(',')
    const at = parsePoint(`${latitude},${longitude}`)
    if (at === undefined) return []
    const [opens, closes] = window.split('-').map(clockOf)
    return newStop({
      at,
      label: '',
      ...(demand === '' || Number.isNaN(Number(demand)) ? {} : { demand: Number(demand) }),
      ...(service === '' || Number.isNaN(Number(service)) ? {} : { service: Number(service) }),
      ...(opens === undefined ? {} : { opens }),
      ...(closes === undefined ? {} : { closes }),
    })
  })
}

function clockOf(digits: string): string | undefined {
  return /^\d{4}$/.test(digits) ? `${digits.slice(0, 2)}:${digits.slice(2)}` : undefined
}
