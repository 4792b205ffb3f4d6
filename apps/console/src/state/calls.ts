import { signal } from '@preact/signals'
import { rephraseForUsers } from './error-messages.ts'
import { apiKey } from './key.ts'
import { waitForRate } from './rate-wait.ts'

/** Request to the service as plain data. The console can send the request or show it as a command or as code. */
export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Thrown when the service returns an error or does not reply (`status` 0). */
export class CallError extends Error {
  readonly status: number
  readonly retryAfterS: number | undefined

  constructor(status: number, detail: string, retryAfterS?: number) {
    super(detail)
    this.status = status
    this.retryAfterS = retryAfterS
  }

  /** Returns whether a retry may succeed. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503
  }
}

/** Whether the service replied to the last call. */
export const isReachable = signal(true)

/**
 * Sends a request and waits if the service requires a short pause. A page may send more requests at once than a small
 * pricing plan allows.
 */
export async function callApi<T>(call: ApiCall, signalToStop?: AbortSignal): Promise<T> {
  return await readReply<T>(await waitForRate(() => fetchResponse(call, signalToStop), signalToStop), signalToStop)
}

/** Sends a request without waiting, for callers that handle rate limits themselves. */
export async function callApiOnce<T>(call: ApiCall, signalToStop?: AbortSignal): Promise<T> {
  return await readReply<T>(await fetchResponse(call, signalToStop), signalToStop)
}

export async function callApiForText(call: ApiCall): Promise<string> {
  const reply = await waitForRate(() => fetchResponse(call))
  if (!reply.ok) throw await toCallError(reply)
  return await readText(reply)
}

async function readReply<T>(reply: Response, signalToStop?: AbortSignal): Promise<T> {
  if (!reply.ok) throw await toCallError(reply, signalToStop)
  if (reply.status === 204) return undefined as T
  return JSON.parse(await readText(reply, signalToStop)) as T
}

async function readText(reply: Response, signalToStop?: AbortSignal): Promise<string> {
  return await reply.text().catch((error: unknown) => {
    throw toConnectionError(error, signalToStop)
  })
}

/** Converts an error of the connection, which can also break while the reply is being read. */
function toConnectionError(error: unknown, signalToStop: AbortSignal | undefined): unknown {
  if (signalToStop?.aborted === true) return error
  isReachable.value = false
  return new CallError(0, 'The service is not responding. Your entries are kept.')
}

export function toUrl(call: ApiCall): string {
  const queryEntries = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(queryEntries.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? call.path : `${call.path}?${query.replaceAll('%2C', ',')}`
}

export function toHeaders(call: ApiCall): Record<string, string> {
  return {
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(apiKey.value !== '' && call.path.startsWith('/v1/') ? { 'x-api-key': apiKey.value } : {}),
    ...call.headers,
  }
}

async function fetchResponse(call: ApiCall, signalToStop?: AbortSignal): Promise<Response> {
  try {
    const reply = await fetch(toUrl(call), {
      method: call.method,
      headers: toHeaders(call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(signalToStop === undefined ? {} : { signal: signalToStop }),
    })
    // The service worker sends cached replies while the service is unavailable.
    isReachable.value = !reply.headers.has('x-from-cache')
    return reply
  } catch (error) {
    throw toConnectionError(error, signalToStop)
  }
}

async function toCallError(reply: Response, signalToStop?: AbortSignal): Promise<CallError> {
  const retryAfterS = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const body = await readText(reply, signalToStop)
  return new CallError(
    reply.status,
    rephraseForUsers(parseDetail(body) ?? `The service returned ${reply.status}.`),
    Number.isFinite(retryAfterS) ? retryAfterS : undefined,
  )
}

function parseDetail(body: string): string | undefined {
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
