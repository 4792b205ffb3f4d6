import { operations } from '../api-types.ts'
import { delayMs } from './backoff.ts'
import { addressOf, pathFor, type QueryValues, readBaseUrl, readVendor } from './base-url.ts'
import { Deadline } from './deadline.ts'
import { FairwayError } from './fairway-error.ts'
import { readHeaderText } from './header-text.ts'
import { readRefusal, readReply } from './read-reply.ts'
import type { OperationName } from './repeatable.ts'
import { mayRepeat } from './repeatable.ts'
export type Fetch = (address: string, init: RequestInit) => Promise<Response>

/** Options for a single call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Total time limit, including retries and delays. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries. */
  readonly retries?: number | undefined
}

export interface ClientOptions {
  /** Base URL of the service: `http://localhost:8080`. Use an empty string on pages that the service itself serves. */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** Default for all calls. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Default for all calls. Default: 2. */
  readonly retries?: number | undefined
  /** The vendor segment in the path of `directions`, if the operator has set FAIRWAY_COMPAT_VENDOR. Default: google. */
  readonly compatVendor?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
}

/** The input of a call. */
export interface Input {
  readonly id?: string
  readonly query?: QueryValues
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 30_000
const RETRIES = 2

/** Builds and sends calls, retries them where that is safe, and reports all failures in one form. */
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
    // Looked up on each call because pages and tests replace it. Browsers also refuse to call it as a method of another
    // object.
    this.fetch = fetch ?? ((address, init) => globalThis.fetch(address, init))
  }

  addressFor(operation: OperationName, { id, query }: Input): string {
    return addressOf(this.baseUrl, pathFor(operations[operation].path, this.vendor), id, query)
  }

  /** Makes one attempt and returns the response regardless of its status. */
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
  const detail = `${what} had no response within ${timeoutMs} ms${tries}; increase timeoutMs`
  return new FairwayError({ kind: 'timeout', status: 0, busy: true, detail, attempts })
}

export function networkError(what: string, attempts: number, cause: unknown): FairwayError {
  const detail = `${what} could not be reached (${reasonOf(cause)}); check that the service is running and that baseUrl is correct`
  return new FairwayError({ kind: 'network', status: 0, busy: true, detail, attempts, cause })
}

/** Node puts the reason in the cause. Browsers report none. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  return cause.message || code || error.message
}
