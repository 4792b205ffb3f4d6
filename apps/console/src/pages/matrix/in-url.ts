import { lengthInLink, placeText, readName } from '../../entry/name-in-url.ts'
import { newStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'

/** Email programs and chats cut longer links. In that case the points stay in this browser. */
const LONGEST = 1_800

/** Marks a link that does not contain its points. */
const KEPT = 'kept'

export type Metric = 'duration' | 'distance'

/** Includes the names of the points if there is room for them. */
export function toQuery(points: readonly Stop[], metric: Metric): Record<string, string> {
  const texts = [points.map((point) => placeText(point)), points.map(({ at }) => at.join(','))]
  const text = texts.map((all) => all.join(';')).find((one) => lengthInLink(one) <= LONGEST) ?? KEPT
  return { ...(text === '' ? {} : { points: text }), ...(metric === 'distance' ? { metric } : {}) }
}

/** All points with their full names, for storage in this browser. */
export function keptText(points: readonly Stop[]): string {
  return points.map((point) => placeText(point, Number.POSITIVE_INFINITY)).join(';')
}

/** Returns undefined when the points are stored in this browser. */
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

/** Returns the parts of the link that are not points, as written. They are left out and reported. */
export function unreadPoints(query: URLSearchParams): readonly string[] {
  const text = query.get('points') ?? ''
  if (text === '' || text === KEPT) return []
  return text.split(';').filter((one) => one.trim() !== '' && readPoints(one).length === 0)
}
