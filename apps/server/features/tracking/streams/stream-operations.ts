import { Readable } from 'node:stream'
import { Type } from 'typebox'
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type RequestHeaders,
} from '../../../operations/define-operation.ts'
import { streamed, written } from '../../../operations/reply.ts'
import { frameProblem } from '../../../platform/http/frame-problems.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import { toProblem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type TrackingFailure, trackingProblems } from '../api/failures.ts'
import { type Channel, passPoll, pollsPerSecond, readChannel } from '../api/limits.ts'
import { barredFrom } from '../api/military.ts'
import { AssetParameters } from '../api/schemas.ts'
import { StreamHeaders } from '../api/stream-headers.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingOptions } from '../options.ts'
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

const STREAM = {
  name: 'assets.stream',
  method: 'GET',
  access: 'key',
  query: StreamQuery,
  headers: StreamHeaders,
  reply: { description: 'Events.', content: { 'text/event-stream': { schema: Events } } },
  errors: [400, 401, 403, 404, 422],
  failures: trackingProblems,
} as const
const shared = { tags: ['Assets'], security: [{ key: [] }] } as const

const HEAD = {
  type: 'text/event-stream; charset=utf-8',
  headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
}

/** What a client asks for when it opens a stream. */
interface StreamRequest {
  /** Undefined for all assets. */
  readonly id?: string
  readonly seconds: number | undefined
  readonly headers: RequestHeaders
}

/** Streams live positions as they change, instead of polling. */
export class StreamOperations {
  readonly operations: readonly Operation[]
  private readonly options: TrackingOptions
  private readonly running = new Set<LiveStream>()
  private readonly feeds: AccountFeeds
  private readonly texts: LiveTexts

  constructor(options: TrackingOptions) {
    this.options = options
    this.feeds = new AccountFeeds(options.changes, options.fanOut)
    this.texts = new LiveTexts(options.extras, options.clock)
    this.operations = [this.streamAll(), this.streamOne()]
  }

  /** A server that shuts down does not wait for day-long streams. Clients reconnect to another server. */
  stop(): void {
    for (const stream of this.running) stream.stop()
  }

  private streamAll(): Operation {
    return defineOperation({
      ...STREAM,
      path: '/v1/assets/stream',
      docs: {
        ...shared,
        operationId: 'streamAssets',
        summary: 'Stream the live positions of all assets',
        description:
          'Server-sent events, as often as the plan lets the channel poll; changes in between are combined. The stream ends when the plan no longer has the channel. Does not count as a route.',
      },
      handle: ({ headers, query: { seconds } }, context) => this.open({ headers, seconds }, context),
    })
  }

  private streamOne(): Operation {
    return defineOperation({
      ...STREAM,
      path: '/v1/assets/:id/stream',
      docs: {
        ...shared,
        operationId: 'streamAsset',
        summary: 'Stream the live position of an asset',
        description: 'Server-sent events, as often as the plan lets the channel poll. Does not count as a route.',
      },
      params: AssetParameters,
      handle: ({ params: { id }, headers, query: { seconds } }, context) =>
        this.open({ id, headers, seconds }, context),
    })
  }

  private async open({ id, seconds, headers }: StreamRequest, context: OperationContext<AccountCaller>) {
    const { caller } = context
    const { assets, openStreams, mostStreams } = this.options
    const channel = readChannel(headers['x-service-live-channel'])
    if (!channel.ok) return channel
    const asset = id === undefined ? undefined : await assets.find(caller.account, id)
    if (id !== undefined && !asset) return fail({ kind: 'asset-not-found' as const, id })
    const admitted = admit(caller, channel.value, asset)
    if (!admitted.ok) return admitted
    // A HEAD request would hold open a stream that nobody reads.
    if (context.method === 'HEAD') return written('', HEAD)
    const resumed = await this.readLastEventId(headers['last-event-id'], caller.account)
    if (!openStreams.open(caller.account, mostStreams)) {
      return fail({ kind: 'too-many-streams' as const, most: mostStreams })
    }
    const stream = new LiveStream({
      feed: this.feeds.take(caller.account),
      texts: this.texts,
      clock: this.options.clock,
      assetId: id,
      admit: () => this.admitAgain(String(headers['x-api-key']), channel.value, asset),
      nextTurnMs: async (reader) => {
        const passed = await passPoll(this.options.limiter, reader, channel.value)
        return passed.ok || passed.failure.kind !== 'too-fast' ? 0 : passed.failure.retryAfterMs
      },
      lastsMs: 1000 * (seconds ?? MAX_SECONDS),
      ...resumed,
    })
    this.running.add(stream)
    context.onDisconnect(() => stream.stop())
    const body = Readable.from(stream.events(), { objectMode: false, highWaterMark: 64 * 1024 })
    // Fires even if the client disconnects before the first event.
    body.once('close', () => {
      this.running.delete(stream)
      this.feeds.give(caller.account)
      openStreams.close(caller.account)
    })
    return streamed({ stream: () => body }, HEAD)
  }

  /** Whether the key of an open stream still admits it, or why not. */
  private async admitAgain(
    key: string,
    channel: Channel,
    asset: Asset | undefined,
  ): Promise<Admitted | { readonly why: string }> {
    const reader = await this.options.standingOf(key)
    if (reader.kind !== 'account') return { why: frameProblem(reader).body.detail }
    const still = admit(reader, channel, asset)
    return still.ok ? still.value : { why: toProblem(trackingProblems, still.failure).body.detail }
  }

  /**
   * The position from which a client resumes. A number beyond the last change comes from another database, or from
   * before a backup was restored.
   */
  private async readLastEventId(header: string | string[] | undefined, account: number): Promise<Resumed> {
    if (header === undefined || header === '') return { after: 0 }
    const given = String(header)
    const after = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
    const isKnown = after <= (await this.options.changes.lastChange(account))
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
