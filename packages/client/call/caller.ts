import { operations } from '../api-types.ts'
import { computeDelayMs } from './backoff.ts'
import { buildUrl, type QueryValues, readBaseUrl, readVendor, toCompatPath } from './base-url.ts'
import { Deadline } from './deadline.ts'
import { FairwayError } from './fairway-error.ts'
import { parseHeaderValue } from './header-text.ts'
import { readErrorReply, readReply } from './read-reply.ts'
import type { OperationName } from './repeatable.ts'
import { canRetry } from './repeatable.ts'
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Options for a single call. */
export interface CallOptions {
  /** Aborts the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Total time limit in milliseconds, including retries and delays. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries. */
  readonly retries?: number | undefined
}

export interface ClientOptions {
  /**
   * Base URL of the service, such as `http://localhost:8080`. Use an empty string on pages that the service itself
   * serves.
   */
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  /** Timeout of all calls in milliseconds, unless a call overrides it. Default: 30,000. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries of all calls, unless a call overrides it. Default: 2. */
  readonly retries?: number | undefined
  /** Vendor segment in the path of `directions`, if the operator has set FAIRWAY_COMPAT_VENDOR. Default: google. */
  readonly compatVendor?: string | undefined
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined
}

export interface CallInput {
  readonly id?: string
  /** Path values other than the ID. */
  readonly params?: QueryValues
  readonly query?: QueryValues
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_RETRIES = 2

/** Builds and sends calls, retries them if that is safe, and reports all failures as `FairwayError`. */
export class Caller {
  readonly retries: number
  readonly timeoutMs: number
  private readonly baseUrl: string
  private readonly apiKey: string | undefined
  private readonly vendor: string | undefined
  private readonly fetch: Fetch

  constructor({
    baseUrl,
    apiKey,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    retries = DEFAULT_RETRIES,
    compatVendor,
    fetch,
  }: ClientOptions) {
    this.baseUrl = readBaseUrl(baseUrl)
    this.apiKey = apiKey === undefined ? undefined : parseHeaderValue('apiKey', apiKey)
    this.vendor = compatVendor === undefined ? undefined : readVendor(compatVendor)
    this.timeoutMs = timeoutMs
    this.retries = retries
    // The global `fetch` is looked up on each call, because pages and tests replace it. Browsers also refuse to call
    // `fetch` as a method of another object.
    this.fetch = fetch ?? ((url, init) => globalThis.fetch(url, init))
  }

  urlFor(operation: OperationName, { id, query, params }: CallInput): string {
    return buildUrl(this.baseUrl, toCompatPath(operations[operation].path, this.vendor), id, query, params)
  }

  /**
   * Returns the URL of a WebSocket and its subprotocols. The key is a subprotocol, because browsers cannot send headers
   * with a WebSocket.
   */
  toSocketTarget(path: string, query: QueryValues): { readonly url: string; readonly protocols: string[] } {
    const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href
    const url = new URL(buildUrl(this.baseUrl, path, undefined, query), page)
    const keyProtocols = this.apiKey === undefined ? [] : [`key.${this.apiKey}`]
    return { url: url.href.replace(/^http/, 'ws'), protocols: ['fairway', ...keyProtocols] }
  }

  /** Makes one attempt and returns the response regardless of its status. */
  send(operation: OperationName, input: CallInput, signal: AbortSignal): Promise<Response> {
    const headers: Record<string, string> = { ...input.headers }
    if (this.apiKey !== undefined) headers['x-api-key'] = this.apiKey
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    return this.fetch(this.urlFor(operation, input), {
      method: operations[operation].method,
      headers,
      signal,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
  }

  async call<Reply>(operation: OperationName, input: CallInput, options: CallOptions = {}): Promise<Reply> {
    const timeoutMs = options.timeoutMs ?? this.timeoutMs
    const retries = options.retries ?? this.retries
    const deadline = new Deadline(timeoutMs, options.signal)
    try {
      for (let attempts = 1; ; attempts++) {
        const outcome = await this.attempt(operation, input, deadline, attempts, timeoutMs)
        if (!(outcome instanceof FairwayError)) return outcome.value as Reply
        const pauseMs = computeDelayMs(attempts, outcome.retryAfterS, Math.random())
        const shouldRetry = attempts <= retries && canRetry(operation, input.body, outcome)
        if (!shouldRetry || pauseMs >= deadline.remainingMs()) throw outcome
        await deadline.sleep(pauseMs)
      }
    } finally {
      deadline.dispose()
    }
  }

  private async attempt(
    operation: OperationName,
    input: CallInput,
    deadline: Deadline,
    attempts: number,
    timeoutMs: number,
  ): Promise<{ readonly value: unknown } | FairwayError> {
    deadline.throwIfAborted()
    const { method } = operations[operation]
    const url = this.urlFor(operation, input)
    try {
      const reply = await this.send(operation, input, deadline.signal)
      if (!reply.ok) return await readErrorReply(reply, url, attempts)
      return { value: await readReply(reply, url, attempts) }
    } catch (cause) {
      deadline.throwIfAborted()
      if (cause instanceof FairwayError) return cause
      if (deadline.hasTimedOut) return timeoutError(`${method} ${url}`, timeoutMs, attempts)
      return networkError(`${method} ${url}`, attempts, cause)
    }
  }
}

export function timeoutError(requestName: string, timeoutMs: number, attempts: number): FairwayError {
  const attemptsText = attempts > 1 ? `, in ${attempts} attempts` : ''
  const detail = `${requestName} got no response within ${timeoutMs} ms${attemptsText}; increase timeoutMs`
  return new FairwayError({ kind: 'timeout', status: 0, busy: true, detail, attempts })
}

export function networkError(requestName: string, attempts: number, cause: unknown): FairwayError {
  const detail = `${requestName} could not be reached (${describeCause(cause)}); check that the service is running and that baseUrl is correct`
  return new FairwayError({ kind: 'network', status: 0, busy: true, detail, attempts, cause })
}

/** Describes the cause of an error. Node reports the reason in `cause`, and browsers report no reason. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause ? String(cause.code) : ''
  return cause.message || code || error.message
}
