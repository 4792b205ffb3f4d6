import { type Exchanges, operations } from '../api-types.ts'
import { delayMs } from './backoff.ts'
import { addressOf, pathFor, type QueryValues, readBaseUrl, readVendor } from './base-url.ts'
import { Deadline } from './deadline.ts'
import { FairwayError } from './fairway-error.ts'
import { readHeaderText } from './header-text.ts'
import { readRefusal, readReply } from './read-reply.ts'
import { mayRepeat } from './repeatable.ts'

export type OperationName = keyof Exchanges
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** What may be said for one call. */
export interface CallOptions {
  /** Ends the call; it throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** How long the call may take, attempts and pauses included. */
  readonly timeoutMs?: number | undefined
  /** How often it is tried again at most. */
  readonly retries?: number | undefined
}

export interface ClientOptions {
  /** Where the service is: `http://localhost:8080`. In pages that it serves itself: an empty text. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** For every call, unless it says otherwise. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** For every call, unless it says otherwise. Default: 2. */
  readonly retries?: number | undefined
  /** The word in the path of `directions`, where the operator has set FAIRWAY_COMPAT_VENDOR. Default: google. */
  readonly compatVendor?: string | undefined
  /** Instead of the global one. */
  readonly fetch?: Fetch | undefined
}

/** What a call sends. */
export interface Input {
  readonly id?: string
  readonly query?: QueryValues
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** Makes calls: puts them together, tries them again where that is safe, and tells in one way what went wrong. */
export class Caller {
  readonly retries: number
  private readonly baseUrl: string
  private readonly timeoutMs: number
  private readonly apiKey: string | undefined
  private readonly vendor: string | undefined
  private readonly fetch: Fetch

  constructor({ baseUrl, apiKey, timeoutMs = TIMEOUT_MS, retries = RETRIES, compatVendor, fetch }: ClientOptions) {
    this.baseUrl = readBaseUrl(baseUrl)
    this.apiKey = apiKey === undefined ? undefined : readHeaderText('apiKey', apiKey)
    this.vendor = compatVendor === undefined ? undefined : readVendor(compatVendor)
    this.timeoutMs = timeoutMs
    this.retries = retries
    // Looked up at each call: pages and tests replace it, and browsers refuse to run it as somebody's method.
    this.fetch = fetch ?? ((address, init) => globalThis.fetch(address, init))
  }

  addressFor(operation: OperationName, { id, query }: Input): string {
    return addressOf(this.baseUrl, pathFor(operations[operation].path, this.vendor), id, query)
  }

  /** One attempt, whatever its status. */
  send(operation: OperationName, input: Input, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { ...input.headers }
    if (this.apiKey !== undefined) headers['x-api-key'] = this.apiKey
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    return this.fetch(this.addressFor(operation, input), {
      method: operations[operation].method,
      headers,
      signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  }

  async call<Reply>(operation: OperationName, input: Input, options: CallOptions = {}): Promise<Reply> {
    const timeoutMs = options.timeoutMs ?? this.timeoutMs
    const retries = options.retries ?? this.retries
    const deadline = new Deadline(timeoutMs, options.signal)
    try {
      for (let attempts = 1; ; attempts++) {
        const outcome = await this.attempt(operation, input, deadline, attempts, timeoutMs)
        if (!(outcome instanceof FairwayError)) return outcome.value as Reply
        const pauseMs = delayMs(attempts, outcome.retryAfterS, Math.random())
        const isWorthIt = attempts <= retries && mayRepeat(operation, input.body, outcome)
        if (!isWorthIt || pauseMs >= deadline.leftMs()) throw outcome
        await deadline.sleep(pauseMs)
      }
    } finally {
      deadline.dispose()
    }
  }

  private async attempt(
    operation: OperationName,
    input: Input,
    deadline: Deadline,
    attempts: number,
    timeoutMs: number,
  ): Promise<{ readonly value: unknown } | FairwayError> {
    deadline.throwIfAborted()
    const { method } = operations[operation]
    const address = this.addressFor(operation, input)
    try {
      const reply = await this.send(operation, input, deadline.signal)
      if (!reply.ok) return await readRefusal(reply, address, attempts)
      return { value: await readReply(reply, address, attempts) }
    } catch (cause) {
      deadline.throwIfAborted()
      if (cause instanceof FairwayError) return cause
      if (deadline.isOver) return timeoutError(`${method} ${address}`, timeoutMs, attempts)
      return networkError(`${method} ${address}`, attempts, cause)
    }
  }
}

function timeoutError(what: string, timeoutMs: number, attempts: number): FairwayError {
  const tries = attempts > 1 ? `, in ${attempts} attempts` : ''
  const detail = `${what} had no answer within ${timeoutMs} ms${tries}; allow more by timeoutMs`
  return new FairwayError({ kind: 'timeout', status: 0, busy: true, detail, attempts })
}

export function networkError(what: string, attempts: number, cause: unknown): FairwayError {
  const detail = `${what} could not be reached (${reasonOf(cause)}); is the service running, and baseUrl right?`
  return new FairwayError({ kind: 'network', status: 0, busy: true, detail, attempts, cause })
}

/** Node hides the reason in the cause, browsers tell none. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  return cause.message || code || error.message
}
