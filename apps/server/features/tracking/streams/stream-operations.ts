import { Type } from 'typebox'
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type RequestHeaders,
} from '../../../operations/define-operation.ts'
import { serializedReply, streamedReply } from '../../../operations/reply.ts'
import type { AccountCaller } from '../../../platform/http/guard/caller.ts'
import type { ScopedRequest } from '../../../platform/http/guard/key-scope.ts'
import { toHttpProblem } from '../../../platform/http/http-problems.ts'
import { pickProblems, toProblem } from '../../../platform/http/problem.ts'
import { fail, ok, type Result } from '../../../platform/result.ts'
import { type TrackingFailureOf, trackingProblems } from '../api/failures.ts'
import { type Channel, consumePoll, getPollsPerSecond, parseChannel } from '../api/limits.ts'
import { findMilitaryFailure } from '../api/military.ts'
import { AssetParameters } from '../api/schemas.ts'
import { StreamHeaders } from '../api/stream-headers.ts'
import type { Asset } from '../assets/asset.ts'
import type { TrackingOptions } from '../options.ts'
import { AssetSockets } from '../sockets/asset-sockets.ts'
import { LiveReplyCache } from './live-reply-cache.ts'
import { LiveStream, type StreamAccess, toStreamBody } from './stream.ts'
import { AccountFeeds } from './stream-feed.ts'

const Events = Type.String({
  description:
    'Events named `live` contain the reply to `GET /v1/assets/{id}/live`; they are sent when data arrives from an asset and when the asset goes silent. Events named `event` have no id; they contain the entries of `GET /v1/events` as they are recorded. An event named `removed`, with `{ "removed": id }`, means that the asset was removed. An event named `reset` means that the `Last-Event-ID` is unknown and that all data is sent again. An event named `end`, with `{ "detail": … }`, is the last one: the client has lost access because its key or plan is no longer valid, or because the plan no longer includes the channel. To resume after a disconnect, send the id of an event as `Last-Event-ID`.',
})

const MAX_SECONDS = 86_400
const StreamQuery = Type.Object({
  seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_SECONDS,
      default: MAX_SECONDS,
      description: 'Duration of the stream in seconds; 0 sends the current state and ends the stream.',
      examples: [0],
    }),
  ),
})

const STREAM_OPTIONS = {
  name: 'assets.stream',
  method: 'GET',
  access: 'key',
  query: StreamQuery,
  headers: StreamHeaders,
  reply: { description: 'Events.', content: { 'text/event-stream': { schema: Events } } },
  errors: [400, 401, 403, 404, 422],
  failures: pickProblems(
    trackingProblems,
    'asset-not-found',
    'military-asset',
    'channel-unknown',
    'channel-unavailable',
    'too-many-streams',
  ),
} as const
const operationDefaults = { tags: ['Assets'], security: [{ key: [] }] } as const

const RESPONSE_HEADERS = {
  type: 'text/event-stream; charset=utf-8',
  headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
}

/** Options of a stream request. */
interface StreamRequest {
  /** Asset id, or undefined for all assets. */
  readonly id?: string
  readonly seconds: number | undefined
  readonly headers: RequestHeaders
}

/** Streams live positions as they change, so that clients do not have to poll. */
export class StreamOperations {
  readonly operations: readonly Operation[]
  private readonly options: TrackingOptions
  private readonly runningStreams = new Set<LiveStream>()
  private readonly feeds: AccountFeeds
  private readonly liveReplies: LiveReplyCache
  /** WebSockets, which also carry streams. */
  readonly sockets: AssetSockets

  constructor(options: TrackingOptions) {
    this.options = options
    this.sockets = new AssetSockets(options)
    this.feeds = new AccountFeeds(options.streamStore, options.fanOut)
    this.liveReplies = new LiveReplyCache(options.liveExtras, options.clock)
    this.operations = [this.streamAll(), this.streamOne()]
  }

  /** Ends all streams, because a shutdown must not wait for them. Clients reconnect to another server. */
  stop(): void {
    this.sockets.stop()
    for (const stream of this.runningStreams) stream.stop()
  }

  private streamAll(): Operation {
    return defineOperation({
      ...STREAM_OPTIONS,
      path: '/v1/assets/stream',
      docs: {
        ...operationDefaults,
        operationId: 'streamAssets',
        summary: 'Stream the live positions of all assets',
        description:
          'Sends server-sent events no more often than the plan allows clients to poll one asset over this channel. Changes in between are combined. All streams that cover every asset share one rate limit; polling requests have a separate rate limit. The stream ends when the plan no longer includes the channel. Does not count as a route.',
      },
      handle: ({ headers, query: { seconds } }, context) => this.open({ headers, seconds }, context),
    })
  }

  private streamOne(): Operation {
    return defineOperation({
      ...STREAM_OPTIONS,
      path: '/v1/assets/:id/stream',
      docs: {
        ...operationDefaults,
        operationId: 'streamAsset',
        summary: 'Stream the live position of an asset',
        description:
          'Sends server-sent events no more often than the plan allows clients to poll over this channel. Does not count as a route.',
      },
      params: AssetParameters,
      handle: ({ params: { id }, headers, query: { seconds } }, context) =>
        this.open({ id, headers, seconds }, context),
    })
  }

  private async open({ id, seconds, headers }: StreamRequest, context: OperationContext<AccountCaller>) {
    const { caller } = context
    const { assets, openStreams, maxStreams } = this.options
    const channel = parseChannel(headers['x-service-live-channel'])
    if (!channel.ok) return channel
    const asset = id === undefined ? undefined : await assets.find(caller.account, id)
    if (id !== undefined && !asset) return fail({ kind: 'asset-not-found' as const, id })
    const streamAccess = checkStreamAccess(caller, channel.value, asset)
    if (!streamAccess.ok) return streamAccess
    // A HEAD request would keep an unread stream open.
    if (context.method === 'HEAD') return serializedReply('', RESPONSE_HEADERS)
    const resumePoint = await this.readLastEventId(headers['last-event-id'], caller.account)
    if (!openStreams.tryOpen(caller.account, maxStreams)) {
      return fail({ kind: 'too-many-streams' as const, max: maxStreams })
    }
    const stream = new LiveStream({
      feed: this.feeds.acquire(caller.account),
      liveReplies: this.liveReplies,
      clock: this.options.clock,
      events: this.options.events,
      account: caller.account,
      assetId: id,
      checkAccess: () => this.checkAccess({ headers, ip: context.ip }, caller.account, channel.value, asset),
      consumeTurn: async (reader) => {
        const limitCheck = await consumePoll(this.options, reader, channel.value, id)
        return limitCheck.ok || limitCheck.failure.kind !== 'too-fast' ? 0 : limitCheck.failure.retryAfterMs
      },
      durationMs: 1000 * (seconds ?? MAX_SECONDS),
      ...resumePoint,
    })
    this.runningStreams.add(stream)
    context.onDisconnect(() => stream.stop())
    const body = toStreamBody(stream)
    // The event fires even if the client disconnects before the first event.
    body.once('close', () => {
      this.runningStreams.delete(stream)
      this.feeds.release(caller.account)
      openStreams.close(caller.account)
    })
    return streamedReply({ stream: () => body }, RESPONSE_HEADERS)
  }

  /** Checks whether the key of an open stream still has access, and returns the reason if not. */
  private async checkAccess(
    request: ScopedRequest,
    account: number,
    channel: Channel,
    asset: Asset | undefined,
  ): Promise<StreamAccess | { readonly why: string }> {
    const keyStatus = await this.options.findKeyStanding(String(request.headers['x-api-key']))
    if (keyStatus.kind !== 'account') return { why: toHttpProblem(keyStatus).body.detail }
    // The feed of the stream belongs to the account at the start.
    if (keyStatus.account !== account)
      return { why: 'the owner kept the key, so its data moved; open the stream again' }
    const scopeFailure = keyStatus.scope?.findFailure(asset ? 'streamAsset' : 'streamAssets', request)
    if (scopeFailure) return { why: toHttpProblem(scopeFailure).body.detail }
    const accessCheck = checkStreamAccess(keyStatus, channel, asset)
    return accessCheck.ok ? accessCheck.value : { why: toProblem(trackingProblems, accessCheck.failure).body.detail }
  }

  /**
   * Reads the change number from which a client resumes. A number beyond the last change is from another database or
   * from before a restored backup.
   */
  private async readLastEventId(header: string | string[] | undefined, account: number): Promise<ResumePoint> {
    if (header === undefined || header === '') return { after: 0 }
    const value = String(header)
    const afterChange = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    const isValid = afterChange <= (await this.options.streamStore.getLastChange(account))
    return isValid ? { after: afterChange } : { after: 0, unknownEventId: value }
  }
}

/** Checks whether the caller may use this channel, and returns the allowed rate. */
function checkStreamAccess(
  caller: AccountCaller,
  channel: Channel,
  asset: Asset | undefined,
): Result<StreamAccess, TrackingFailureOf<'channel-unavailable' | 'military-asset'>> {
  const { plan, terms } = caller
  const perSecond = getPollsPerSecond(terms, channel)
  if (perSecond === null) return fail({ kind: 'channel-unavailable', channel, plan })
  const militaryFailure = asset && findMilitaryFailure(asset, caller)
  return militaryFailure ? fail(militaryFailure) : ok({ caller, intervalMs: 1000 / perSecond })
}

interface ResumePoint {
  readonly after: number
  readonly unknownEventId?: string
}
