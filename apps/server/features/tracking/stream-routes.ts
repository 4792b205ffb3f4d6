import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { AccountCaller } from '../../http/caller.ts'
import { whenGone } from '../../http/client-gone.ts'
import { refuse } from '../../http/problem.ts'
import { errors } from '../../http/schemas.ts'
import type { App } from '../../http/server.ts'
import { trackingProblems } from './failures.ts'
import { passPoll, pollsPerSecond, readChannel } from './limits.ts'
import { AssetParameters } from './schemas.ts'
import { LiveStream } from './stream.ts'
import { AccountFeeds } from './stream-feed.ts'
import { StreamHeaders } from './stream-headers.ts'
import { LiveTexts } from './stream-texts.ts'
import type { TrackingOptions } from './tracking.ts'

const Events = Type.String({
  description:
    'Events named live, whose data is what GET /v1/assets/{id}/live answers: when something comes from an asset, and when it falls silent. Named removed, with { "removed": id }: it is gone. Named reset: the Last-Event-ID says nothing, and all is told anew. The id of an event is given as Last-Event-ID to go on after a break.',
})

const MOST_SECONDS = 86_400
const StreamQuery = Type.Object({
  seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_SECONDS,
      default: MOST_SECONDS,
      description: 'How long it lasts; 0 tells what there is and ends.',
      examples: [0],
    }),
  ),
})

/** Live positions as they change, instead of asking again and again. */
export function streamRoutes(app: App, options: TrackingOptions): void {
  const running = new Set<LiveStream>()
  const feeds = new AccountFeeds(options.changes, options.fanOut)
  const texts = new LiveTexts(options.extras, options.clock)
  // A server that ends does not wait for readers who would stay for a day: they come again, and find another one.
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
        summary: 'Live positions of all assets, as they change',
        description:
          'Server-sent events, as often as the plan lets the channel poll: what has changed in between comes together. Does not count as a route.',
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
        summary: 'Live position of an asset, as it changes',
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
    const perSecond = pollsPerSecond(caller.terms, channel.value)
    if (perSecond === null) {
      const { plan } = caller
      return refuse(reply as never, trackingProblems, { kind: 'channel-unavailable', channel: channel.value, plan })
    }
    if (id !== undefined && !(await options.assets.find(caller.account, id))) {
      return refuse(reply as never, trackingProblems, { kind: 'asset-not-found', id })
    }
    const resumed = await readLastEventId(request.headers['last-event-id'], caller.account)
    const feed = feeds.take(caller.account)
    const stream = new LiveStream({
      feed,
      texts,
      clock: options.clock,
      caller,
      assetId: id,
      isWelcome: () => options.isWelcome(String(request.headers['x-api-key'])),
      everyMs: 1000 / perSecond,
      nextTurnMs: async () => {
        const passed = await passPoll(options.limiter, caller, channel.value)
        return passed.ok || passed.failure.kind !== 'too-fast' ? 0 : passed.failure.retryAfterMs
      },
      lastsMs: 1000 * (request.query.seconds ?? MOST_SECONDS),
      ...resumed,
    })
    running.add(stream)
    whenGone(request as never, () => stream.stop())
    reply.header('cache-control', 'no-store')
    reply.header('x-accel-buffering', 'no')
    reply.type('text/event-stream; charset=utf-8')
    const events = untilEnd(stream, () => feeds.give(caller.account))
    return reply.send(Readable.from(events, { objectMode: false, highWaterMark: 64 * 1024 })) as never
  }

  /** Where a reader goes on. A number beyond the last change is of another database, or of before a backup was restored. */
  async function readLastEventId(header: string | string[] | undefined, account: number): Promise<Resumed> {
    if (header === undefined || header === '') return { after: 0 }
    const given = String(header)
    const after = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
    const isKnown = after <= (await options.changes.lastChange(account))
    return isKnown ? { after } : { after: 0, unknownId: given }
  }

  async function* untilEnd(stream: LiveStream, onEnd: () => void): AsyncGenerator<string> {
    try {
      yield* stream.events()
    } finally {
      running.delete(stream)
      onEnd()
    }
  }
}

interface Resumed {
  readonly after: number
  readonly unknownId?: string
}

interface StreamRequest {
  readonly caller: unknown
  readonly query: { readonly seconds?: number }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

interface StreamReply {
  header(name: string, value: string): unknown
  type(value: string): unknown
  send(body: unknown): unknown
}
