import type * as Api from '../api-types.ts'
import { computeDelayMs } from '../call/backoff.ts'
import { type Caller, networkError } from '../call/caller.ts'
import { sleep } from '../call/deadline.ts'
import { FairwayError } from '../call/fairway-error.ts'
import { parseHeaderValue } from '../call/header-text.ts'
import { readErrorReply } from '../call/read-reply.ts'
import { EventParser, type ServerEvent } from './event-parser.ts'
import { readChunks } from './text-of.ts'

/** Channel of a stream. Each channel has separate limits. Default: `api`. */
export type LiveChannel = 'web' | 'api'

/**
 * Live state of an asset. When the asset leaves its route, the state includes the response that `reroute` would return.
 */
export type Live = Api.LiveAssetReply & { readonly reroute?: Api.RerouteReply }

/** Events of a stream, distinguished by `type`. */
export type LiveEvent =
  /**
   * An asset reported a position, its route changed, or its status changed because it stopped reporting. The data is
   * the response of `assets.live`.
   */
  | StreamEvent<'live', Live>
  /** An event of an asset, such as entering a geofence. The data is an event as in `events.list`. */
  | StreamEvent<'event', Api.ListEvent>
  /** The asset with this ID was removed. */
  | StreamEvent<'removed', { readonly removed: string }>
  /** The service no longer has the last event ID. Discard the current state, because the full state follows. */
  | StreamEvent<'reset', { readonly detail: string }>

interface StreamEvent<Type extends string, Data> {
  /** Event ID. Pass it as `lastEventId` to resume after this event. */
  readonly id: string
  readonly type: Type
  readonly data: Data
}

export interface StreamOptions {
  /** ID of the event after which the stream resumes. */
  readonly lastEventId?: string | undefined
  /** Ends the stream and the loop without an error. */
  readonly signal?: AbortSignal | undefined
  readonly channel?: LiveChannel | undefined
  /** Duration of the stream, in seconds. 0 returns only the current state. If absent, the stream does not end. */
  readonly seconds?: number | undefined
  /**
   * Time without data after which a connection is considered dead, in milliseconds. The service sends data at least
   * every 15 s. Default: 45,000.
   */
  readonly idleMs?: number | undefined
  /** Called before each reconnection delay, for pages that display it. */
  readonly onBreak?: ((broken: StreamInterruption) => void) | undefined
}

export interface StreamInterruption {
  /** Number of consecutive failures without an event in between. */
  readonly failures: number
  /** Delay until the reconnection, in milliseconds. */
  readonly delayMs: number
  /** Cause of the interruption. Undefined if the service ended the stream normally. */
  readonly error: FairwayError | undefined
}

const DEFAULT_IDLE_MS = 45_000
export const DEFAULT_RETRY_MS = 2000
const NO_CONTENT = 204

type Operation = 'streamAsset' | 'streamAssets'

/**
 * Yields events until the signal, the caller, or the service ends the stream, or the asset is removed. Resumes after
 * interruptions.
 */
export async function* streamLiveEvents(
  caller: Caller,
  operation: Operation,
  id: string | undefined,
  headers: Readonly<Record<string, string>>,
  options: StreamOptions,
): AsyncGenerator<LiveEvent, void, void> {
  const { signal, seconds, idleMs = DEFAULT_IDLE_MS } = options
  let lastEventId = parseHeaderValue('lastEventId', options.lastEventId ?? '')
  let retryMs = DEFAULT_RETRY_MS
  let wasOpen = false
  for (let failures = 0; signal?.aborted !== true; ) {
    const abortController = new AbortController()
    const abortStream = () => abortController.abort()
    signal?.addEventListener('abort', abortStream)
    let error: FairwayError | undefined
    try {
      const input = {
        ...(id === undefined ? {} : { id }),
        query: { seconds },
        headers: toHeaders(headers, lastEventId),
      }
      const reply = await openStream(caller, operation, input, abortController, failures + 1, idleMs)
      if (reply.status === NO_CONTENT) return
      wasOpen = true
      const parser = new EventParser(lastEventId)
      for await (const chunk of readChunks(reply, abortController, idleMs)) {
        const events = parser.push(chunk)
        retryMs = parser.retryMs ?? retryMs
        for (const event of events) {
          failures = 0
          lastEventId = event.lastEventId
          const liveEvent = parseLiveEvent(event)
          if (liveEvent) yield liveEvent
          // A reconnection would only return 404.
          if (liveEvent?.type === 'removed' && liveEvent.data.removed === id) return
        }
        lastEventId = parser.lastEventId
      }
      if (seconds !== undefined) return
    } catch (cause) {
      if (signal?.aborted) return
      const requestName = `GET ${caller.urlFor(operation, id === undefined ? {} : { id })}`
      error = cause instanceof FairwayError ? cause : networkError(requestName, failures + 1, cause)
      if (error.kind === 'reply' && !error.busy) throw error
      // A stream that never opened is a failed call, but a stream that broke reconnects indefinitely.
      if (!wasOpen && failures >= caller.retries) throw error
    } finally {
      signal?.removeEventListener('abort', abortStream)
      abortController.abort()
    }
    failures++
    const pauseMs = computeDelayMs(failures, error?.retryAfterS, Math.random(), retryMs)
    options.onBreak?.({ failures, delayMs: pauseMs, error })
    await sleep(pauseMs, signal ?? new AbortController().signal)
  }
}

async function openStream(
  caller: Caller,
  operation: Operation,
  input: Parameters<Caller['send']>[1],
  stop: AbortController,
  attempts: number,
  idleMs: number,
): Promise<Response> {
  const timer = setTimeout(() => stop.abort(new Error(`no response within ${idleMs} ms`)), idleMs)
  try {
    const reply = await caller.send(operation, input, stop.signal)
    const url = caller.urlFor(operation, input)
    if (!reply.ok) throw await readErrorReply(reply, url, attempts)
    if (reply.status !== NO_CONTENT && !isEventStream(reply)) throw makeNotEventStreamError(reply, url, attempts)
    return reply
  } finally {
    clearTimeout(timer)
  }
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** Creates an error that is not retried, because the URL serves a page from another server. */
function makeNotEventStreamError({ status, headers }: Response, url: string, attempts: number): FairwayError {
  const type = headers.get('content-type') ?? 'no type'
  const detail = `${url} returned ${type} instead of events; check that baseUrl is the URL of the service`
  return new FairwayError({ kind: 'reply', status, busy: false, detail, attempts })
}

function toHeaders(headers: Readonly<Record<string, string>>, lastEventId: string): Record<string, string> {
  return { accept: 'text/event-stream', ...headers, ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }) }
}

const EVENT_TYPES: ReadonlySet<string> = new Set<LiveEvent['type']>(['live', 'event', 'removed', 'reset'])

/** Returns whether the type is one that this client knows. */
export const isLiveEventType = (type: string) => EVENT_TYPES.has(type)

/** Parses an event. Event types that a newer service may have added are ignored. */
function parseLiveEvent({ type, data, lastEventId }: ServerEvent): LiveEvent | undefined {
  return isLiveEventType(type) ? ({ id: lastEventId, type, data: JSON.parse(data) } as LiveEvent) : undefined
}
