import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { sendWritten } from '../../http/exchange.ts'
import { refuse } from '../../http/problem.ts'
import { isAis, readAisLines } from './ais-lines.ts'
import { trackingProblems } from './failures.ts'
import { type GivenLine, readLines } from './read-lines.ts'
import { fromQuery, isFields, isOwnTracks, readForeign } from './tracker-formats.ts'

const Text = (description: string, ...examples: string[]) =>
  Type.Optional(Type.String({ description, ...(examples.length > 0 && { examples }) }))

/** As OsmAnd and Traccar Client put positions into the address. Whatever else they send is passed over. */
export const PushQuery = Type.Object(
  {
    lat: Text('Latitude in degrees.', '-34.9059'),
    lon: Text('Longitude in degrees.', '-56.1913'),
    timestamp: Text('Seconds or milliseconds since 1970, or an instant. Default: now.'),
    speed: Text('Knots.', '16.1'),
    bearing: Text('Degrees from north.', '92'),
    altitude: Text('Metres above sea level.'),
    accuracy: Text('Metres.'),
    batt: Text('Per cent.'),
  },
  { additionalProperties: true },
)

/** What the body was before it was put into our own form. */
export interface PushForm {
  readonly isOwnTracks?: true
  readonly lines?: readonly GivenLine[]
}

const forms = new WeakMap<object, PushForm>()
const OWN: PushForm = {}

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
    const given = isAis(body) ? readAisLines(body) : readLines(body)
    if (!given.ok) return void refuse(reply as never, trackingProblems, given.failure)
    forms.set(request, { lines: given.value })
    const positions = given.value.flatMap(({ value }) => (value === undefined ? [] : [value]))
    request.body = positions.length > 0 ? { positions } : {}
  } else if (isOwnTracks(body)) {
    if (body._type === 'encrypted') return void refuse(reply as never, trackingProblems, { kind: 'encrypted' })
    if (body._type !== 'location') return void answerOwnTracks(reply)
    forms.set(request, { isOwnTracks: true })
    request.body = readForeign(body)
  } else if (isFields(body)) {
    request.body = readForeign(body) ?? readForm(body) ?? body
  } else if (body === undefined || body === null) {
    const position = fromQuery(request.query as Record<string, unknown>)
    if (position) request.body = position
  }
  done()

  function readForm({ form }: Readonly<Record<string, unknown>>) {
    return isFields(form) ? (fromQuery({ ...(request.query as object), ...form }) ?? {}) : undefined
  }
}
