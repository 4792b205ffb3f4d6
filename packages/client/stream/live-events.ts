import type { Live, LiveChannel } from '../assets.ts'
import { delayMs } from '../call/backoff.ts'
import { type Caller, networkError } from '../call/caller.ts'
import { sleep } from '../call/deadline.ts'
import { FairwayError } from '../call/fairway-error.ts'
import { readHeaderText } from '../call/header-text.ts'
import { readRefusal } from '../call/read-reply.ts'
import { EventParser, type ServerEvent } from './event-parser.ts'
import { textOf } from './text-of.ts'

/** What a stream tells; `type` says which of them it is. */
export type LiveEvent =
  /** Something came from an asset, its plan changed, or it turned by its silence. Data: what `assets.live` answers. */
  | Told<'live', Live>
  /** The asset with this id is gone. */
  | Told<'removed', { readonly removed: string }>
  /** The service does not know the event that was the last one: forget what was told, all of it follows. */
  | Told<'reset', { readonly detail: string }>

interface Told<Type extends string, Data> {
  /** Goes on after this event when it is given as `lastEventId`. */
  readonly id: string
  readonly type: Type
  readonly data: Data
}

export interface StreamOptions {
  /** Goes on after this event. */
  readonly lastEventId?: string | undefined
  /** Ends the stream, and the loop with it, without an error. */
  readonly signal?: AbortSignal | undefined
  readonly channel?: LiveChannel | undefined
  /** How long it lasts; 0 tells what there is. Without it, the stream goes on for good. */
  readonly seconds?: number | undefined
  /** A connection on which nothing came for so long is a dead one. The service says something every 15 s. Default: 45,000. */
  readonly idleMs?: number | undefined
  /** Told before each pause after a break: for pages that show it. */
  readonly onBreak?: ((broken: StreamBreak) => void) | undefined
}

export interface StreamBreak {
  /** Breaks in a row, without an event between them. */
  readonly failures: number
  /** When it comes back. */
  readonly delayMs: number
  /** Undefined when the service ended the stream in good order. */
  readonly error: FairwayError | undefined
}

const IDLE_MS = 45_000
const RETRY_MS = 2000
const NO_CONTENT = 204

type Operation = 'streamAsset' | 'streamAssets'

/** Events until the signal, the caller or the service ends them, or the asset is gone; after breaks it goes on where it was. */
export async function* liveEvents(
  caller: Caller,
  operation: Operation,
  id: string | undefined,
  headers: Readonly<Record<string, string>>,
  options: StreamOptions,
): AsyncGenerator<LiveEvent, void, void> {
  const { signal, seconds, idleMs = IDLE_MS } = options
  let lastEventId = readHeaderText('lastEventId', options.lastEventId ?? '')
  let retryMs = RETRY_MS
  let wasOpen = false
  for (let failures = 0; signal?.aborted !== true; ) {
    const stop = new AbortController()
    const follow = () => stop.abort()
    signal?.addEventListener('abort', follow)
    let error: FairwayError | undefined
    try {
      const input = {
        ...(id === undefined ? {} : { id }),
        query: { seconds },
        headers: toHeaders(headers, lastEventId),
      }
      const reply = await openStream(caller, operation, input, stop, failures + 1, idleMs)
      if (reply.status === NO_CONTENT) return
      wasOpen = true
      const parser = new EventParser(lastEventId)
      for await (const text of textOf(reply, stop, idleMs)) {
        const events = parser.push(text)
        retryMs = parser.retryMs ?? retryMs
        for (const event of events) {
          failures = 0
          lastEventId = event.lastEventId
          const told = findLiveEvent(event)
          if (told) yield told
          // Coming back could only be answered with 404.
          if (told?.type === 'removed' && told.data.removed === id) return
        }
        lastEventId = parser.lastEventId
      }
      if (seconds !== undefined) return
    } catch (cause) {
      if (signal?.aborted) return
      const what = `GET ${caller.addressFor(operation, id === undefined ? {} : { id })}`
      error = cause instanceof FairwayError ? cause : networkError(what, failures + 1, cause)
      if (error.kind === 'reply' && !error.busy) throw error
      // A stream that never was is a call that failed; one that broke comes back, however long it takes.
      if (!wasOpen && failures >= caller.retries) throw error
    } finally {
      signal?.removeEventListener('abort', follow)
      stop.abort()
    }
    failures++
    const pauseMs = delayMs(failures, error?.retryAfterS, Math.random(), retryMs)
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
  const timer = setTimeout(() => stop.abort(new Error(`no answer within ${idleMs} ms`)), idleMs)
  try {
    const reply = await caller.send(operation, input, stop.signal)
    const address = caller.addressFor(operation, input)
    if (!reply.ok) throw await readRefusal(reply, address, attempts)
    if (reply.status !== NO_CONTENT && !isEventStream(reply)) throw notEvents(reply, address, attempts)
    return reply
  } finally {
    clearTimeout(timer)
  }
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '')
}

/** Coming back would not change it: some page of another server is at the address. */
function notEvents({ status, headers }: Response, address: string, attempts: number): FairwayError {
  const type = headers.get('content-type') ?? 'no type'
  const detail = `${address} answered with ${type} instead of events; is baseUrl the address of the service?`
  return new FairwayError({ kind: 'reply', status, busy: false, detail, attempts })
}

function toHeaders(headers: Readonly<Record<string, string>>, lastEventId: string): Record<string, string> {
  return { accept: 'text/event-stream', ...headers, ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }) }
}

const TYPES: ReadonlySet<string> = new Set<LiveEvent['type']>(['live', 'removed', 'reset'])

/** Kinds of events that a newer service may have are none of these, and are left out. */
function findLiveEvent({ type, data, lastEventId }: ServerEvent): LiveEvent | undefined {
  return TYPES.has(type) ? ({ id: lastEventId, type, data: JSON.parse(data) } as LiveEvent) : undefined
}
