import { Type } from 'typebox'
import type { RawInput } from '../../../operations/define-operation.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { TrackingFailure } from '../api/failures.ts'
import { MAX_POSITIONS } from '../api/max-positions.ts'
import { fromQuery, isFields, isOwnTracks, readCollected, readForeign } from '../formats/tracker-formats.ts'
import type { GivenElement, GivenList } from './given-positions.ts'
import { readLines } from './read-lines.ts'

type Fields = Readonly<Record<string, unknown>>

const Text = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 && { examples }) }))

/** Positions in query parameters, as OsmAnd and Traccar Client send them. Other parameters are ignored. */
export const PushQuery = Type.Object(
  {
    lat: Text('Latitude in degrees.', '-34.9059'),
    lon: Text('Longitude in degrees.', '-56.1913'),
    timestamp: Text('Seconds or milliseconds since 1970, an instant, or YYYY-MM-DD HH:MM:SS in UTC. Default: now.'),
    speed: Text('Knots.', '16.1'),
    bearing: Text('Degrees from north.', '92'),
    altitude: Text('Meters above sea level.'),
    accuracy: Text('Meters.'),
    batt: Text('Percent.'),
    valid: Text('false: the receiver has no fix, and nothing is stored.'),
  },
  { additionalProperties: true },
)

/** A push in a format other than our own. */
export interface PushForm {
  readonly name: 'own' | 'lines' | 'ais' | Tracker
  /**
   * The tracker app that sent a single position. Such apps keep a position until it is accepted and send nothing before
   * it.
   */
  readonly tracker?: Tracker
  readonly given?: readonly GivenElement[]
  /** Absent for a single position. */
  readonly list?: GivenList
  /** A tracker message without a position. */
  readonly isNoPosition?: true
}
export type Tracker = 'owntracks' | 'traccar' | 'osmand'

const OWN: PushForm = { name: 'own' }

/** Classes for non-JSON bodies, so that they cannot be confused with JSON values. */
class TextBody {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
class FormBody {
  readonly fields: Fields
  constructor(text: string) {
    this.fields = Object.fromEntries(new URLSearchParams(text))
  }
}

const toText = (text: string) => new TextBody(text)

/** Body types that only position pushes accept. */
export const pushBodyTypes = {
  'application/x-ndjson': toText,
  'application/ndjson': toText,
  'application/jsonl': toText,
  'text/plain': toText,
  'application/x-www-form-urlencoded': (text: string) => new FormBody(text),
}

/** Runs before body validation: converts other formats, which would not match our schema. */
export function toOwnForm(input: RawInput): Result<PushForm, TrackingFailure> {
  const form = readForm(input.body, Object(input.query))
  if (form === undefined) return ok(OWN)
  if ('kind' in form) return fail(form)
  input.body = {}
  return ok(form)
}

/** Returns undefined for our own format or an unknown one. */
function readForm(body: unknown, query: Fields): PushForm | TrackingFailure | undefined {
  if (body instanceof TextBody) {
    const lines = readLines(body.text)
    return lines.ok ? { ...lines.value, list: 'lines' } : lines.failure
  }
  if (body instanceof FormBody) return readQuery({ ...query, ...body.fields }) ?? { kind: 'no-position', where: 'form' }
  if (isOwnTracks(body) && body._type !== 'location') {
    if (body._type === 'encrypted') return { kind: 'encrypted' }
    return { name: 'owntracks', tracker: 'owntracks', isNoPosition: true }
  }
  if (isFields(body)) return readSingle(body) ?? readList(body)
  return body === undefined || body === null ? readQuery(query) : undefined
}

function readSingle(body: Fields): PushForm | undefined {
  const element = readForeign(body, 'the position')
  const tracker = isOwnTracks(body) ? 'owntracks' : 'traccar'
  return element && { name: tracker, tracker, given: [{ index: 0, ...element }] }
}

function readList(body: Fields): PushForm | TrackingFailure | undefined {
  const given = readCollected(body)
  if (given?.length === 0) return { kind: 'no-position', where: 'location' }
  if (given && given.length > MAX_POSITIONS) return { kind: 'too-many-locations', count: given.length }
  return given && { name: 'traccar', list: 'location', given }
}

function readQuery(query: Fields): PushForm | undefined {
  const element = fromQuery(query)
  return element && { name: 'osmand', tracker: 'osmand', given: [element] }
}
