import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sendWritten } from '../../http/exchange.ts'
import { refuse } from '../../http/problem.ts'
import { isAis, readAisLines } from './ais-lines.ts'
import { trackingProblems } from './failures.ts'
import { type GivenLine, readLines } from './read-lines.ts'
import { fromQuery, isFields, isOwnTracks, isWithoutFix, readCollected, readForeign } from './tracker-formats.ts'

type Fields = Readonly<Record<string, unknown>>

const Text = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 && { examples }) }))

/** As OsmAnd and Traccar Client put positions into the address. Whatever else they send is passed over. */
export const PushQuery = Type.Object(
  {
    lat: Text('Latitude in degrees.', '-34.9059'),
    lon: Text('Longitude in degrees.', '-56.1913'),
    timestamp: Text('Seconds or milliseconds since 1970, an instant, or YYYY-MM-DD HH:MM:SS in UTC. Default: now.'),
    speed: Text('Knots.', '16.1'),
    bearing: Text('Degrees from north.', '92'),
    altitude: Text('Metres above sea level.'),
    accuracy: Text('Metres.'),
    batt: Text('Per cent.'),
    valid: Text('false: the receiver has no fix, and nothing is kept.'),
  },
  { additionalProperties: true },
)

/** What the body was before it was put into our own form. */
export interface PushForm {
  readonly name: 'own' | 'lines' | 'ais' | Tracker
  /** Who sent one position as an app does that keeps it until it is taken, and sends nothing else before. */
  readonly tracker?: Tracker
  readonly lines?: readonly GivenLine[]
  /** A message of a tracker with nothing in it to be kept. */
  readonly isNoPosition?: true
  /** Why there is no position in what the tracker sends as one. */
  readonly noFix?: string
}
export type Tracker = 'owntracks' | 'traccar' | 'osmand'

const forms = new WeakMap<object, PushForm>()
const OWN: PushForm = { name: 'own' }
const OWNTRACKS: PushForm = { name: 'owntracks', tracker: 'owntracks' }
const TRACCAR: PushForm = { name: 'traccar', tracker: 'traccar' }
const OSMAND: PushForm = { name: 'osmand', tracker: 'osmand' }

export function formOf(request: object): PushForm {
  return forms.get(request) ?? OWN
}

/** OwnTracks expects a list of messages for the device; there are none. */
export function answerOwnTracks<R>(reply: R): R {
  return sendWritten(reply, '[]')
}

/** Bodies that only pushes of positions may have. */
export function takePushBodies(scope: FastifyInstance): void {
  const asText = (_request: unknown, text: string | Buffer, done: (error: null, body: unknown) => void) =>
    done(null, String(text))
  scope.addContentTypeParser(
    ['application/x-ndjson', 'application/ndjson', 'application/jsonl', 'text/plain'],
    { parseAs: 'string' },
    asText,
  )
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, { form: Object.fromEntries(new URLSearchParams(String(text))) }),
  )
}

/** Before the body is checked: puts what was sent, in whichever form, into our own. */
export function toOwnForm(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const { body } = request
  if (typeof body === 'string') {
    const name = isAis(body) ? 'ais' : 'lines'
    const given = name === 'ais' ? readAisLines(body) : readLines(body)
    if (!given.ok) return void refuse(reply as never, trackingProblems, given.failure)
    forms.set(request, { name, lines: given.value })
    const positions = given.value.flatMap(({ value }) => (value === undefined ? [] : [value]))
    request.body = positions.length > 0 ? { positions } : {}
  } else if (isOwnTracks(body)) {
    if (body._type === 'encrypted') return void refuse(reply as never, trackingProblems, { kind: 'encrypted' })
    const isPosition = body._type === 'location'
    forms.set(request, isPosition ? OWNTRACKS : { ...OWNTRACKS, isNoPosition: true })
    request.body = isPosition ? readForeign(body) : {}
  } else if (isFields(body)) {
    request.body = readTraccar(body) ?? readForm(body) ?? body
  } else if (body === undefined || body === null) {
    const position = readQuery(request.query as Fields)
    if (position) request.body = position
  }
  done()

  function readTraccar(given: Fields) {
    const position = readForeign(given)
    const collected = readCollected(given)
    if (position) forms.set(request, TRACCAR)
    else if (collected) forms.set(request, { name: 'traccar' })
    return position ?? (collected && { positions: collected })
  }

  function readForm({ form }: Fields) {
    return isFields(form) ? (readQuery({ ...(request.query as object), ...form }) ?? {}) : undefined
  }

  function readQuery(query: Fields) {
    const position = fromQuery(query)
    if (position) forms.set(request, isWithoutFix(query) ? { ...OSMAND, noFix: NO_FIX } : OSMAND)
    return position
  }
}

const NO_FIX = 'valid is false: the receiver has no fix'
