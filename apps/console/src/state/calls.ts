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
  return await readReply<T>(await waitForRate(() => fetchResponse(call, signalToStop), signalToStop))
}

/** Sends a request without waiting, for callers that handle rate limits themselves. */
export async function callApiOnce<T>(call: ApiCall, signalToStop?: AbortSignal): Promise<T> {
  return await readReply<T>(await fetchResponse(call, signalToStop))
}

export async function callApiForText(call: ApiCall): Promise<string> {
  const reply = await waitForRate(() => fetchResponse(call))
  if (!reply.ok) throw await toCallError(reply)
  return reply.text()
}

async function readReply<T>(reply: Response): Promise<T> {
  if (!reply.ok) throw await toCallError(reply)
  if (reply.status === 204) return undefined as T
  return (await reply.json()) as T
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
    isReachable.value = true
    return reply
  } catch (error) {
    if (signalToStop?.aborted === true) throw error
    isReachable.value = false
    throw new CallError(0, 'The service is not responding. Your entries are kept.')
  }
}

async function toCallError(reply: Response): Promise<CallError> {
  const retryAfterS = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const body = await reply.text()
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
