import { encodedLength, formatPlace, parseName } from '../../entry/name-in-url.ts'
import { createStop, type Stop } from '../../entry/stops.ts'
import { parsePoint } from '../../points.ts'

/**
 * Maximum length of a link. Email programs and chats truncate longer links, so long lists of points are stored in the
 * browser instead.
 */
const MAX_LINK_LENGTH = 1_800

/** Value that marks a link whose points are stored in the browser. */
const STORED_POINTS_MARKER = 'kept'

export type Metric = 'duration' | 'distance'

/** Returns the URL query for the points. Names are included if there is room. */
export function toQuery(points: readonly Stop[], metric: Metric): Record<string, string> {
  const formattedVariants = [points.map((point) => formatPlace(point)), points.map(({ at }) => at.join(','))]
  const pointsParam =
    formattedVariants
      .map((formattedPlaces) => formattedPlaces.join(';'))
      .find((variant) => encodedLength(variant) <= MAX_LINK_LENGTH) ?? STORED_POINTS_MARKER
  return { ...(pointsParam === '' ? {} : { points: pointsParam }), ...(metric === 'distance' ? { metric } : {}) }
}

/** Formats all points with their full names, for storage in this browser. */
export function formatStoredPoints(points: readonly Stop[]): string {
  return points.map((point) => formatPlace(point, Number.POSITIVE_INFINITY)).join(';')
}

/** Returns the points of a link, or undefined if this browser stores the points. */
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

/** Returns the parts of the link that are not valid points, as written. The page ignores and reports these parts. */
export function listUnreadablePoints(query: URLSearchParams): readonly string[] {
  const pointsParam = query.get('points') ?? ''
  if (pointsParam === '' || pointsParam === STORED_POINTS_MARKER) return []
  return pointsParam.split(';').filter((part) => part.trim() !== '' && parseStoredPoints(part).length === 0)
}
