import { encodedLength, formatPlace, parseName } from '../../entry/name-in-url.ts'
import { createStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'

/** Email programs and chats cut longer links. In that case the points stay in this browser. */
const MAX_LINK_LENGTH = 1_800

/** Marks a link that does not contain its points. */
const STORED_POINTS_MARKER = 'kept'

export type Metric = 'duration' | 'distance'

/** Includes the names of the points if there is room for them. */
export function toQuery(points: readonly Stop[], metric: Metric): Record<string, string> {
  const formattedVariants = [points.map((point) => formatPlace(point)), points.map(({ at }) => at.join(','))]
  const pointsParam =
    formattedVariants.map((all) => all.join(';')).find((variant) => encodedLength(variant) <= MAX_LINK_LENGTH) ??
    STORED_POINTS_MARKER
  return { ...(pointsParam === '' ? {} : { points: pointsParam }), ...(metric === 'distance' ? { metric } : {}) }
}

/** All points with their full names, for storage in this browser. */
export function formatStoredPoints(points: readonly Stop[]): string {
  return points.map((point) => formatPlace(point, Number.POSITIVE_INFINITY)).join(';')
}

/** Returns undefined when the points are stored in this browser. */
export function findPointsInQuery(query: URLSearchParams): readonly Stop[] | undefined {
  const pointsParam = query.get('points')
  return pointsParam === null || pointsParam === STORED_POINTS_MARKER ? undefined : parseStoredPoints(pointsParam)
}

export function parseStoredPoints(encoded: string): readonly Stop[] {
  return encoded.split(';').flatMap((part) => {
    const [latitude = '', longitude = '', ...name] = part.split(',')
    const position = parsePoint(`${latitude},${longitude}`)
    return position === undefined ? [] : [createStop({ at: position, label: parseName(name.join(',')).trim() })]
  })
}

/** Returns the parts of the link that are not points, as written. They are left out and reported. */
export function listUnreadablePoints(query: URLSearchParams): readonly string[] {
  const pointsParam = query.get('points') ?? ''
  if (pointsParam === '' || pointsParam === STORED_POINTS_MARKER) return []
  return pointsParam.split(';').filter((part) => part.trim() !== '' && parseStoredPoints(part).length === 0)
}
