import { placeText, readName } from '../../entry/name-in-url.ts'
import { parsePoint } from '../../points.ts'
import { fieldsOf } from './options/fields.ts'
import { emptyPlan, isSet, type Mode, modes, newStop, type Plan, type Stop } from './plan.ts'

/** Writes the request to the URL, so that the link gives the same result to others. */
export function toQuery(plan: Plan): Record<string, string> {
  const [from, to] = [plan.stops[0], plan.stops.at(-1)]
  const via = plan.stops.slice(1, -1).filter(isSet).map(stopText)
  return {
    mode: plan.mode,
    ...(from !== undefined && isSet(from) ? { from: stopText(from) } : {}),
    ...(via.length > 0 ? { via: via.join(';') } : {}),
    ...(to !== undefined && isSet(to) ? { to: stopText(to) } : {}),
    ...plan.options[plan.mode],
    ...(plan.way > 0 ? { way: String(plan.way) } : {}),
  }
}

/** Reads the valid parts and ignores the rest, because users type and truncate links. */
export function fromQuery(query: URLSearchParams): Plan {
  const mode = modeIn(query)
  const via = (query.get('via') ?? '').split(';').flatMap((text) => {
    const stop = readStop(text, mode)
    return isSet(stop) ? [stop] : []
  })
  const options = Object.fromEntries(
    fieldsOf(mode).flatMap(({ name }) => {
      const value = query.get(name)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
  const way = Number(query.get('way') ?? 0)
  const empty = emptyPlan(mode)
  return {
    mode,
    stops: [readStop(query.get('from') ?? '', mode), ...via, readStop(query.get('to') ?? '', mode)],
    options: { ...empty.options, [mode]: options },
    way: Number.isInteger(way) && way > 0 && way < 10 ? way : 0,
  }
}

/** Whether the URL contains a request. The bare page keeps the previous one. */
export function hasPlan(query: URLSearchParams): boolean {
  return ['mode', 'from', 'to', 'via'].some((name) => query.has(name))
}

/** Returns the parts of the link that are not places, as written. */
export function unreadStops(query: URLSearchParams): readonly string[] {
  const mode = modeIn(query)
  const texts = [query.get('from'), ...(query.get('via') ?? '').split(';'), query.get('to')]
  return texts.flatMap((text) => (text === null || text.trim() === '' || isSet(readStop(text, mode)) ? [] : [text]))
}

function modeIn(query: URLSearchParams): Mode {
  return modes.find((known) => known === query.get('mode')) ?? 'road'
}

function stopText({ at, name, label, isLookedUp = false }: Stop): string {
  return at === undefined ? (name ?? '').replaceAll(';', ' ') : placeText({ at, label, isLookedUp })
}

function readStop(text: string, mode: Mode): Stop {
  const [, place = text, called = ''] = /^([^,]*,[^,]*),(.*)$/.exec(text) ?? []
  const named = parsePoint(place)
  if (named !== undefined) return newStop({ at: named, label: readName(called).trim() })
  const at = parsePoint(text)
  if (at !== undefined) return newStop({ at, label: '' })
  const name = text.trim()
  return name === '' || mode !== 'sea' ? newStop() : newStop({ name, label: name })
}
