import type { Track } from '@fairway/road'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { AnyFailure } from './failures.ts'
import { MAX_POINTS } from './limits.ts'

/** Maximum nesting depth of XML elements. A GPX file nests tracks, segments, points and extensions. */
const MAX_DEPTH = 32
/** Maximum length of an element's text. A longer text cannot be a time or a heading. */
const MAX_TEXT_LENGTH = 64

/**
 * Parses a time to milliseconds, or NaN if it is invalid. A time without a zone is read as UTC, as the GPX standard
 * requires.
 */
export function parseTraceTime(text: string): number {
  const [, date, time, zone = 'Z'] = /^(\d{4}-\d\d-\d\d)[T ]([\d:.]+)(Z|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  return Date.parse(`${date}T${time}${zone}`)
}

/** Error that stops the parser. */
class GpxError extends Error {}
class TooManyPoints extends Error {}

/**
 * Reads the track points of a GPX file, or its route points if the file has no track. The parser does not expand
 * entities and rejects document types, which could define entities.
 */
export function readGpx(text: string): Result<Track, AnyFailure> {
  const reader = new GpxReader()
  try {
    reader.read(text)
    return ok(reader.finish())
  } catch (error) {
    if (error instanceof TooManyPoints) return fail({ kind: 'trace-too-long', field: 'gpx', given: MAX_POINTS })
    if (error instanceof GpxError) return fail({ kind: 'gpx-unreadable', why: error.message })
    throw error
  }
}

interface GpxPoint {
  readonly latitude: number
  readonly longitude: number
  seconds: number
  heading: number
}

class GpxReader {
  private readonly parser = new SaxesParser()
  private readonly names: string[] = []
  private readonly trackPoints: GpxPoint[] = []
  private readonly routePoints: GpxPoint[] = []
  private point: GpxPoint | undefined
  private text = ''

  constructor() {
    this.parser.on('doctype', () => {
      throw new GpxError('it has a document type declaration (DOCTYPE), which is not allowed; remove it')
    })
    this.parser.on('opentag', (tag) => this.openTag(tag))
    this.parser.on('closetag', (tag) => this.closeTag(toLocalName(tag.name)))
    this.parser.on('text', (text) => {
      if (this.point && this.text.length < MAX_TEXT_LENGTH) this.text += text.slice(0, MAX_TEXT_LENGTH)
    })
    this.parser.on('error', (error) => {
      throw new GpxError(`it is not valid XML (${error.message.slice(0, 100)})`)
    })
  }

  read(text: string): void {
    // Some devices write a byte order mark at the start of the file.
    this.parser.write(text.startsWith('\ufeff') ? text.slice(1) : text).close()
  }

  finish(): Track {
    const points = this.trackPoints.length > 0 ? this.trackPoints : this.routePoints
    if (points.length === 0) throw new GpxError('it has no track points (trkpt) or route points (rtept)')
    const hasTimes = points.every(({ seconds }) => Number.isFinite(seconds))
    return {
      count: points.length,
      latitude: Float64Array.from(points, ({ latitude }) => latitude),
      longitude: Float64Array.from(points, ({ longitude }) => longitude),
      seconds: hasTimes ? Float64Array.from(points, ({ seconds }) => seconds) : undefined,
      heading: points.some(({ heading }) => heading >= 0)
        ? Float32Array.from(points, ({ heading }) => heading)
        : undefined,
    }
  }

  private openTag({ name, attributes }: SaxesTagPlain): void {
    const localName = toLocalName(name)
    if (this.names.length === 0 && localName !== 'gpx')
      throw new GpxError(`it begins with <${name.slice(0, 40)}>, not <gpx>`)
    if (this.names.push(localName) > MAX_DEPTH)
      throw new GpxError(`its elements are nested more than ${MAX_DEPTH} levels deep`)
    this.text = ''
    if (localName !== 'trkpt' && localName !== 'rtept') return
    const points = localName === 'trkpt' ? this.trackPoints : this.routePoints
    this.point = {
      latitude: this.readDegrees(attributes, localName, 'lat', 90),
      longitude: this.readDegrees(attributes, localName, 'lon', 180),
      seconds: Number.NaN,
      heading: Number.NaN,
    }
    if (points.push(this.point) > MAX_POINTS) throw new TooManyPoints()
  }

  private closeTag(name: string): void {
    this.names.pop()
    if (!this.point) return
    if (name === 'time') this.point.seconds = parseTraceTime(this.text.trim()) / 1000
    else if (name === 'course') this.point.heading = toHeading(this.text)
    else if (name === 'trkpt' || name === 'rtept') this.point = undefined
    this.text = ''
  }

  private readDegrees(attributes: Readonly<Record<string, string>>, tag: string, name: string, limit: number): number {
    const text = attributes[name] ?? ''
    const degrees = text.trim() === '' ? Number.NaN : Number(text)
    if (Math.abs(degrees) <= limit) return degrees
    const receivedText = text === '' ? 'is missing' : `is ${JSON.stringify(text.slice(0, 40))}`
    throw new GpxError(
      `${name} of the ${tag} on line ${this.parser.line} ${receivedText}; it must be from -${limit} to ${limit}`,
    )
  }
}

function toHeading(text: string): number {
  const degrees = text.trim() === '' ? Number.NaN : Number(text)
  return degrees >= 0 && degrees <= 360 ? degrees : Number.NaN
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
