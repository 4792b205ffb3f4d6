import { signal } from '@preact/signals'
import { forPeople } from './for-people.ts'
import { apiKey } from './key.ts'

/** A request to the service as plain data. It can be sent, or shown as a command or as code. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The service returned an error, or did not reply (`status` 0). */
export class CallFailed extends Error {
  readonly status: number
  readonly retryAfterS: number | undefined

  constructor(status: number, detail: string, retryAfterS?: number) {
    super(detail)
    this.status = status
    this.retryAfterS = retryAfterS
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status === 502 || this.status === 503
  }
}

/** Whether the service replied to the last call. */
export const isReachable = signal(true)

export async function ask<T>(call: Call, signalToStop?: AbortSignal): Promise<T> {
  const reply = await send(call, signalToStop)
  if (!reply.ok) throw await toFailure(reply)
  if (reply.status === 204) return undefined as T
  return (await reply.json()) as T
}

export async function askText(call: Call): Promise<string> {
  const reply = await send(call)
  if (!reply.ok) throw await toFailure(reply)
  return reply.text()
}

export function urlOf(call: Call): string {
  const given = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return query === '' ? call.path : `${call.path}?${query.replaceAll('%2C', ',')}`
}

export function headersOf(call: Call): Record<string, string> {
  return {
    ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(apiKey.value !== '' && call.path.startsWith('/v1/') ? { 'x-api-key': apiKey.value } : {}),
    ...call.headers,
  }
}

async function send(call: Call, signalToStop?: AbortSignal): Promise<Response> {
  try {
    const reply = await fetch(urlOf(call), {
      method: call.method,
      headers: headersOf(call),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(signalToStop === undefined ? {} : { signal: signalToStop }),
    })
    isReachable.value = true
    return reply
  } catch (error) {
    if (signalToStop?.aborted === true) throw error
    isReachable.value = false
    throw new CallFailed(0, 'The service does not respond. Your entries are kept.')
  }
}

async function toFailure(reply: Response): Promise<CallFailed> {
  const after = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const text = await reply.text()
  return new CallFailed(
    reply.status,
    forPeople(detailIn(text) ?? `The service returned ${reply.status}.`),
    Number.isFinite(after) ? after : undefined,
  )
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
