import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { frameProblem } from '../../../platform/http/frame-problems.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { whenGone } from '../../../platform/http/guard/client-gone.ts'
import { refuse, toProblem } from '../../../platform/http/problem.ts'
import { errors } from '../../../platform/http/schemas.ts'
import type { App } from '../../../platform/http/server.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type TrackingFailure, trackingProblems } from '../api/failures.ts'
import { type Channel, passPoll, pollsPerSecond, readChannel } from '../api/limits.ts'
import { barredFrom } from '../api/military.ts'
import { AssetParameters } from '../api/schemas.ts'
import { StreamHeaders } from '../api/stream-headers.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingOptions } from '../tracking.ts'
import { type Admitted, LiveStream } from './stream.ts'
import { AccountFeeds } from './stream-feed.ts'
import { LiveTexts } from './stream-texts.ts'

const Events = Type.String({
  description:
    'Events named live: the data is the reply of GET /v1/assets/{id}/live, sent when something arrives from an asset and when it goes silent. Named removed, with { "removed": id }: the asset was removed. Named reset: the Last-Event-ID is unknown, and everything is sent again. Named end, the last event, with { "detail": … }: the client may no longer read, because its key, its plan or the channel of its plan has ended. Send the id of an event as Last-Event-ID to resume after a disconnect.',
})

const MAX_SECONDS = 86_400
const StreamQuery = Type.Object({
  seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SECONDS,
      default: MAX_SECONDS,
      description: 'Duration of the stream; 0 sends the current state and ends.',
      examples: [0],
    }),
  ),
})

/** Streams live positions as they change, instead of polling. */
export function streamRoutes(app: App, options: TrackingOptions): void {
  const running = new Set<LiveStream>()
  const feeds = new AccountFeeds(options.changes, options.fanOut)
  const texts = new LiveTexts(options.extras, options.clock)
  // A server that shuts down does not wait for day-long streams. Clients reconnect to another server.
  app.addHook('preClose', async () => {
    for (const stream of running) stream.stop()
  })
  const shared = { tags: ['Assets'], security: [{ key: [] }] }
  const events = { description: 'Events.', content: { 'text/event-stream': { schema: Events } } }
  const response = { 200: Type.Unsafe<string>(events), ...errors(400, 401, 403, 404, 422) }
  app.get(
    '/v1/assets/stream',
    {
      config: { operation: { name: 'assets.stream', access: 'key' } },
      schema: {
        operationId: 'streamAssets',
        summary: 'Stream the live positions of all assets',
        description:
          'Server-sent events, as often as the plan lets the channel poll; changes in between are combined. The stream ends when the plan no longer has the channel. Does not count as a route.',
        ...shared,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response,
      },
    },
    async (request, reply) => await open(request as never, reply as never, undefined),
  )
  app.get(
    '/v1/assets/:id/stream',
    {
      config: { operation: { name: 'assets.stream', access: 'key' } },
      schema: {
        operationId: 'streamAsset',
        summary: 'Stream the live position of an asset',
        description: 'Server-sent events, as often as the plan lets the channel poll. Does not count as a route.',
        ...shared,
        params: AssetParameters,
        querystring: StreamQuery,
        headers: StreamHeaders,
        response,
      },
    },
    async (request, reply) => await open(request as never, reply as never, request.params.id),
  )

  async function open(request: StreamRequest, reply: StreamReply, id: string | undefined): Promise<never> {
    const caller = request.caller as AccountCaller
    const channel = readChannel(request.headers['x-service-live-channel'])
    if (!channel.ok) return refuse(reply as never, trackingProblems, channel.failure)
    const asset = id === undefined ? undefined : await options.assets.find(caller.account, id)
    if (id !== undefined && !asset) return refuse(reply as never, trackingProblems, { kind: 'asset-not-found', id })
    const admitted = admit(caller, channel.value, asset)
    if (!admitted.ok) return refuse(reply as never, trackingProblems, admitted.failure)
    reply.header('cache-control', 'no-store')
    reply.header('x-accel-buffering', 'no')
    reply.type('text/event-stream; charset=utf-8')
    // A HEAD request would hold open a stream that nobody reads.
    if (request.method === 'HEAD') return reply.send('') as never
    const { openStreams, mostStreams } = options
    const resumed = await readLastEventId(request.headers['last-event-id'], caller.account)
    if (!openStreams.open(caller.account, mostStreams)) {
      return refuse(reply as never, trackingProblems, { kind: 'too-many-streams', most: mostStreams })
    }
    const feed = feeds.take(caller.account)
    const stream = new LiveStream({
      feed,
      texts,
      clock: options.clock,
      assetId: id,
      admit: async () => {
        const reader = await options.standingOf(String(request.headers['x-api-key']))
        if (reader.kind !== 'account') return { why: frameProblem(reader).body.detail }
        const still = admit(reader, channel.value, asset)
        return still.ok ? still.value : { why: toProblem(trackingProblems, still.failure).body.detail }
      },
      nextTurnMs: async (reader) => {
        const passed = await passPoll(options.limiter, reader, channel.value)
        return passed.ok || passed.failure.kind !== 'too-fast' ? 0 : passed.failure.retryAfterMs
      },
      lastsMs: 1000 * (request.query.seconds ?? MAX_SECONDS),
      ...resumed,
    })
    running.add(stream)
    whenGone(request as never, () => stream.stop())
    const body = Readable.from(stream.events(), { objectMode: false, highWaterMark: 64 * 1024 })
    // Fires even if the client disconnects before the first event.
    body.once('close', () => {
      running.delete(stream)
      feeds.give(caller.account)
      openStreams.close(caller.account)
    })
    return reply.send(body) as never
  }

  /**
   * The position from which a client resumes. A number beyond the last change comes from another database, or from
   * before a backup was restored.
   */
  async function readLastEventId(header: string | string[] | undefined, account: number): Promise<Resumed> {
    if (header === undefined || header === '') return { after: 0 }
    const given = String(header)
    const after = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
    const isKnown = after <= (await options.changes.lastChange(account))
    return isKnown ? { after } : { after: 0, unknownId: given }
  }
}

/** Whether the caller may use this channel, and at what rate. */
function admit(caller: AccountCaller, channel: Channel, asset: Asset | undefined): Result<Admitted, TrackingFailure> {
  const { plan, terms } = caller
  const perSecond = pollsPerSecond(terms, channel)
  if (perSecond === null) return fail({ kind: 'channel-unavailable', channel, plan })
  const barred = asset && barredFrom(asset, caller)
  return barred ? fail(barred) : ok({ caller, everyMs: 1000 / perSecond })
}

interface Resumed {
  readonly after: number
  readonly unknownId?: string
}

interface StreamRequest {
  readonly method: string
  readonly caller: unknown
  readonly query: { readonly seconds?: number }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface StreamReply {
  header(name: string, value: string): unknown
  type(value: string): unknown
  send(body: unknown): unknown
}
