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
import type { TrackingOptions } from './tracking.ts'

const Events = Type.String({
  description:
    'Events named live, whose data is what GET /v1/assets/{id}/live answers, and whose id is given as Last-Event-ID to go on after a break.',
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
    const lastEventId = Number(request.headers['last-event-id'] ?? 0)
    const stream = new LiveStream({
      assets: options.assets,
      clock: options.clock,
      account: caller.account,
      assetId: id,
      isWelcome: () => options.isWelcome(String(request.headers['x-api-key'])),
      everyMs: 1000 / perSecond,
      nextTurnMs: async () => {
        const passed = await passPoll(options.limiter, caller, channel.value)
        return passed.ok || passed.failure.kind !== 'too-fast' ? 0 : passed.failure.retryAfterMs
      },
      lastsMs: 1000 * (request.query.seconds ?? MOST_SECONDS),
      after: Number.isSafeInteger(lastEventId) && lastEventId > 0 ? lastEventId : 0,
    })
    running.add(stream)
    whenGone(request as never, () => stream.stop())
    reply.header('cache-control', 'no-store')
    reply.header('x-accel-buffering', 'no')
    reply.type('text/event-stream; charset=utf-8')
    return reply.send(Readable.from(untilEnd(stream), { objectMode: false, highWaterMark: 64 * 1024 })) as never
  }

  async function* untilEnd(stream: LiveStream): AsyncGenerator<string> {
    try {
      yield* stream.events()
    } finally {
      running.delete(stream)
    }
  }
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
