import { expect } from 'vitest'
import { call, type Reply } from './calls.ts'
import { unlimitedRate } from './plans.ts'

/** Pricing plan without effective limits on live tracking. */
export const openTracking = {
  ...unlimitedRate,
  web_polls_per_s: 100_000,
  api_live_polls_per_s: 100_000,
  gps_push_per_s: 100_000,
}

/** Environment that skips data that tracking servers without routes do not need at startup. */
export const quickStart = { FAIRWAY_DEFAULT_ZONES: 'false' }

export async function registerAsset(url: string, key: string, name: string): Promise<string> {
  const reply = await call(url, '/v1/assets', { key, body: { name, kind: 'vehicle' } })
  expect(reply.status, reply.text).toBe(200)
  return String(reply.body.id)
}

/** Returns the n-th position of a trip to the northeast. A unique latitude identifies each position. */
export function positionAt(count: number, timeMs: number): object {
  return { at: [48 + count * 1e-5, 11 + count * 1e-5], time: new Date(timeMs).toISOString(), speed_ms: 10 }
}

export function push(url: string, key: string, id: string, body: object): Promise<Reply> {
  return call(url, `/v1/assets/${id}/position`, { key, body })
}

/** Returns the latitudes of the whole track, converted to the numbers of the positions above. */
export async function trackCounts(url: string, key: string, id: string): Promise<number[]> {
  const counts: number[] = []
  for (let after: string | undefined = ''; after !== undefined; ) {
    const query: string = after === '' ? '' : `?after=${after}`
    const reply = await call(url, `/v1/assets/${id}/track${query}`, { key })
    expect(reply.status, reply.text).toBe(200)
    const { positions, next } = reply.body as { positions: { at: [number, number] }[]; next?: string }
    counts.push(...positions.map(({ at }) => Math.round((at[0] - 48) * 1e5)))
    after = next
  }
  return counts
}

export interface StreamEvent {
  readonly id: string | undefined
  readonly data: {
    readonly asset: { readonly id: string }
    readonly position: { readonly at: [number, number] } | null
  }
}

/**
 * Yields the server-sent events of an account's assets as they arrive. The generator ends when the connection ends for
 * any reason.
 */
export async function* streamEvents(
  url: string,
  key: string,
  options: {
    readonly lastEventId?: string | undefined
    readonly seconds?: number
    readonly signal?: AbortSignal
    readonly onOpen?: () => void
  } = {},
): AsyncGenerator<StreamEvent> {
  const { lastEventId, seconds, signal, onOpen } = options
  const response = await fetch(`${url}/v1/assets/stream${seconds === undefined ? '' : `?seconds=${seconds}`}`, {
    headers: { 'x-api-key': key, ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    ...(signal && { signal }),
  })
  expect(response.status).toBe(200)
  onOpen?.()
  let text = ''
  try {
    for await (const part of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += part
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const event = readEvent(text.slice(0, end))
        text = text.slice(end + 2)
        if (event) yield event
      }
    }
  } catch {
    // The connection broke. The generator has already yielded the complete events before the break.
  }
}

function readEvent(block: string): StreamEvent | undefined {
  const fields = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  const data = fields.get('data')
  return data === undefined ? undefined : { id: fields.get('id'), data: JSON.parse(data) }
}
