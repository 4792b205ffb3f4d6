import { lengthInLink, placeText, readName } from '../../entry/name-in-url.ts'
import { newStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'

/** Longer links are cut by mail programs and chats: then the points stay in this browser. */
const LONGEST = 1_800

/** Says that the points of this link are not in it. */
const KEPT = 'kept'

export type Metric = 'duration' | 'distance'

/** With the names that were given to the points, if there is room for them. */
export function toQuery(points: readonly Stop[], metric: Metric): Record<string, string> {
  const texts = [points.map((point) => placeText(point)), points.map(({ at }) => at.join(','))]
  const text = texts.map((all) => all.join(';')).find((one) => lengthInLink(one) <= LONGEST) ?? KEPT
  return { ...(text === '' ? {} : { points: text }), ...(metric === 'distance' ? { metric } : {}) }
}

/** All of them with their whole names, for this browser. */
export function keptText(points: readonly Stop[]): string {
  return points.map((point) => placeText(point, Number.POSITIVE_INFINITY)).join(';')
}

/** Undefined: the points are those that this browser has kept. */
export function pointsIn(query: URLSearchParams): readonly Stop[] | undefined {
  const text = query.get('points')
  return text === null || text === KEPT ? undefined : readPoints(text)
}

export function readPoints(text: string): readonly Stop[] {
  return text.split(';').flatMap((one) => {
    const [latitude = '', longitude = '', ...name] = one.split(',')
    const at = parsePoint(`${latitude},${longitude}`)
    return at === undefined ? [] : [newStop({ at, label: readName(name.join(',')).trim() })]
  })
}

/** Parts of the link that are no points, as they are written there: they are left out, but not without a word. */
export function unreadPoints(query: URLSearchParams): readonly string[] {
  const text = query.get('points') ?? ''
  if (text === '' || text === KEPT) return []
  return text.split(';').filter((one) => one.trim() !== '' && readPoints(one).length === 0)
}
