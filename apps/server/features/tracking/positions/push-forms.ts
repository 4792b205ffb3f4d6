import { Type } from 'typebox'
import type { RawInput } from '../../../operations/define-operation.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { PushFailure } from '../api/failures.ts'
import { MAX_POSITIONS } from '../api/max-positions.ts'
import {
  isFields,
  isOwnTracks,
  parseOsmAndQuery,
  parseTraccarBatch,
  parseTrackerPosition,
} from '../formats/tracker-formats.ts'
import { parseLines } from './read-lines.ts'
import type { PositionListName, ReceivedElement } from './received-positions.ts'

type Fields = Readonly<Record<string, unknown>>

const OptionalString = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 && { examples }) }))

/** Schema of positions in query parameters, as sent by OsmAnd and Traccar Client. Other parameters are ignored. */
export const PushQuery = Type.Object(
  {
    lat: OptionalString('Latitude in degrees.', '-34.9059'),
    lon: OptionalString('Longitude in degrees.', '-56.1913'),
    timestamp: OptionalString(
      'Seconds or milliseconds since 1970, an ISO 8601 timestamp, or `YYYY-MM-DD HH:MM:SS` in UTC. Default: now.',
    ),
    speed: OptionalString('Speed in knots.', '16.1'),
    bearing: OptionalString('Heading in degrees from north.', '92'),
    altitude: OptionalString('Altitude in meters above sea level.'),
    accuracy: OptionalString('Accuracy radius in meters.'),
    batt: OptionalString('Battery charge in percent.'),
    valid: OptionalString('`false` if the receiver has no fix; in that case, nothing is stored.'),
  },
  { additionalProperties: true },
)

/** Format of a push, with the positions of formats other than Fairway's. */
export interface PushFormat {
  readonly name: 'own' | 'lines' | 'ais' | TrackerName
  /**
   * Tracker app that sent a single position. Such apps resend a position until it is accepted, and send no other
   * position before that.
   */
  readonly tracker?: TrackerName
  readonly elements?: readonly ReceivedElement[]
  /** Source of several positions. Undefined for a single position. */
  readonly list?: PositionListName
  /** Marks a tracker message without a position. */
  readonly hasNoPosition?: true
}
type TrackerName = 'owntracks' | 'traccar' | 'osmand'

const OWN_FORMAT: PushFormat = { name: 'own' }

/** Wrapper for text bodies, so that they cannot be confused with JSON values. */
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

const toTextBody = (text: string) => new TextBody(text)

/** Body types that only position pushes accept. */
export const pushBodyTypes = {
  'application/x-ndjson': toTextBody,
  'application/ndjson': toTextBody,
  'application/jsonl': toTextBody,
  'text/plain': toTextBody,
  'application/x-www-form-urlencoded': (text: string) => new FormBody(text),
}

/** Converts pushes in other formats before the body is validated, because such pushes do not match the schema. */
export function convertPush(input: RawInput): Result<PushFormat, PushFailure> {
  const detectedFormat = detectFormat(input.body, Object(input.query))
  if (detectedFormat === undefined) return ok(OWN_FORMAT)
  if ('kind' in detectedFormat) return fail(detectedFormat)
  input.body = {}
  return ok(detectedFormat)
}

/** Detects the format of a push. Returns undefined for the Fairway format or an unknown format. */
function detectFormat(body: unknown, query: Fields): PushFormat | PushFailure | undefined {
  if (body instanceof TextBody) {
    const lines = parseLines(body.text)
    return lines.ok ? { ...lines.value, list: 'lines' } : lines.failure
  }
  if (body instanceof FormBody)
    return parseQueryPosition({ ...query, ...body.fields }) ?? { kind: 'no-position', where: 'form' }
  if (isOwnTracks(body) && body._type !== 'location') {
    if (body._type === 'encrypted') return { kind: 'encrypted' }
    return { name: 'owntracks', tracker: 'owntracks', hasNoPosition: true }
  }
  if (isFields(body)) return parseSinglePosition(body) ?? parsePositionList(body)
  return body === undefined || body === null ? parseQueryPosition(query) : undefined
}

function parseSinglePosition(body: Fields): PushFormat | undefined {
  const element = parseTrackerPosition(body, 'the position')
  const tracker = isOwnTracks(body) ? 'owntracks' : 'traccar'
  return element && { name: tracker, tracker, elements: [{ index: 0, ...element }] }
}

function parsePositionList(body: Fields): PushFormat | PushFailure | undefined {
  const elements = parseTraccarBatch(body)
  if (elements?.length === 0) return { kind: 'no-position', where: 'location' }
  if (elements && elements.length > MAX_POSITIONS) return { kind: 'too-many-locations', count: elements.length }
  return elements && { name: 'traccar', list: 'location', elements }
}

function parseQueryPosition(query: Fields): PushFormat | undefined {
  const element = parseOsmAndQuery(query)
  return element && { name: 'osmand', tracker: 'osmand', elements: [element] }
}
