import type { Point } from '../../points.ts'

export interface Trace {
  /** Name of the trace file. */
  readonly name: string
  readonly points: readonly Point[]
  /** Time of each point. Undefined unless all points have a time. */
  readonly times?: readonly string[]
  /** Number of points in the file. Undefined unless some points were omitted. */
  readonly givenCount?: number
}

/** Maximum number of points that the service accepts. */
const MAX_POINTS = 10_000

interface TracePoint {
  readonly at: Point
  readonly time?: string
}

/** Reads a GPX or GeoJSON file. If the file contains no trace, the function returns an error message for the user. */
export function readTraceFile(name: string, content: string): Trace | string {
  const isJson = content.trimStart().startsWith('{')
  const points = isJson ? readGeoJson(content) : readGpx(content)
  if (typeof points === 'string') return `${name} ${points}`
  if (points.length < 2)
    return `${name} has ${points.length} ${points.length === 1 ? 'point' : 'points'}. A trace needs at least 2.`
  return toTrace(name, points)
}

/** Creates a trace. If there are too many points, the function keeps every n-th point and the last point. */
export function toTrace(name: string, points: readonly TracePoint[]): Trace {
  const step = Math.ceil((points.length - 1) / (MAX_POINTS - 1))
  const keptPoints = step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1)
  const times = keptPoints.flatMap(({ time }) => (time === undefined ? [] : [time]))
  return {
    name,
    points: keptPoints.map(({ at }) => at),
    ...(times.length === keptPoints.length ? { times } : {}),
    ...(keptPoints.length === points.length ? {} : { givenCount: points.length }),
  }
}

/**
 * Reads the points of a GPX file without the XML parser of the browser. That parser reports errors as a page, which the
 * content security policy blocks.
 */
function readGpx(content: string): readonly TracePoint[] | string {
  const text = content.replaceAll(/<!--[\s\S]*?-->/g, '')
  if (!/<(?:\w+:)?gpx\b/.test(text)) return 'is not a GPX or GeoJSON file.'
  const trackElements = splitElements(text, 'trkpt')
  const elements = trackElements.length > 0 ? trackElements : splitElements(text, 'rtept')
  if (elements.length === 0) return 'contains no track or route. Waypoints alone are not a trace.'
  const points: TracePoint[] = []
  for (const element of elements) {
    const [lat, lon] = [readAttribute(element, 'lat'), readAttribute(element, 'lon')]
    const point: Point = [toNumber(lat), toNumber(lon)]
    if (!isPosition(point)) return `has an invalid point: lat="${lat ?? ''}" lon="${lon ?? ''}".`
    const time = /<(?:\w+:)?time>\s*([^<\s]+)\s*</.exec(element)?.[1]
    points.push({ at: point, ...(time === undefined ? {} : { time }) })
  }
  return points
}

/**
 * Returns the text of each element, without the element name. The split takes linear time even for a truncated file.
 */
function splitElements(text: string, name: string): readonly string[] {
  const parts = text.split(new RegExp(String.raw`<(?:\w+:)?${name}(?=[\s/>])`)).slice(1)
  return parts.map((part) => {
    const tagEnd = part.indexOf('>')
    if (part[tagEnd - 1] === '/') return part.slice(0, tagEnd)
    const end = part.search(new RegExp(String.raw`</(?:\w+:)?${name}\b`))
    return end < 0 ? part : part.slice(0, end)
  })
}

function readAttribute(element: string, name: string): string | undefined {
  const tag = element.slice(0, element.indexOf('>') < 0 ? undefined : element.indexOf('>'))
  return new RegExp(String.raw`\s${name}\s*=\s*["']([^"']*)["']`).exec(tag)?.[1]
}

interface GeoJsonPart {
  readonly type?: string
  readonly coordinates?: unknown
  readonly geometry?: GeoJsonPart | null
  readonly features?: readonly GeoJsonPart[]
  readonly properties?: { readonly coordTimes?: unknown } | null
}

function readGeoJson(content: string): readonly TracePoint[] | string {
  const parsed = parseJson(content)
  if (parsed === undefined) return 'is not valid JSON.'
  const points = listPoints(parsed, undefined)
  if (points.length === 0) return 'contains no LineString. A trace must be a line.'
  return points.every(({ at }) => isPosition(at)) ? points : 'has coordinates that are not [longitude, latitude].'
}

function listPoints({ type, coordinates, geometry, features, properties }: GeoJsonPart, times: unknown): TracePoint[] {
  if (type === 'FeatureCollection') return (features ?? []).flatMap((feature) => listPoints(feature, undefined))
  if (type === 'Feature') return geometry == null ? [] : listPoints(geometry, properties?.coordTimes)
  if (!Array.isArray(coordinates)) return []
  const lines: unknown[] = type === 'MultiLineString' ? coordinates : type === 'LineString' ? [coordinates] : []
  const timesOfLines = type === 'MultiLineString' && Array.isArray(times) ? times : [times]
  return lines.flatMap((line, lineIndex) => {
    const lineTimes: unknown = timesOfLines[lineIndex]
    return (Array.isArray(line) ? line : []).map((position: unknown, index): TracePoint => {
      const [longitude, latitude] = Array.isArray(position) ? position : []
      const time: unknown = Array.isArray(lineTimes) ? lineTimes[index] : undefined
      return {
        at: [toNumber(latitude), toNumber(longitude)],
        ...(typeof time === 'string' ? { time } : {}),
      }
    })
  })
}

function parseJson(content: string): GeoJsonPart | undefined {
  try {
    return JSON.parse(content) as GeoJsonPart
  } catch {
    return undefined
  }
}

function toNumber(value: unknown): number {
  return typeof value === 'number'
    ? value
    : typeof value === 'string' && value.trim() !== ''
      ? Number(value)
      : Number.NaN
}

function isPosition([latitude, longitude]: Point): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
}
