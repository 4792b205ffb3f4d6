import type { PushOutcome } from './message-queue.ts'
import type { MessagePosition } from './position-message.ts'

export interface PushTarget {
  /** URL of this server. */
  readonly url: string
  readonly key: string
}

const TIMEOUT_MS = 30_000

/**
 * Sends positions to this server's own API, so that the same keys, limits, checks and logs apply as for other clients.
 */
export async function pushPositions(
  { url, key }: PushTarget,
  positions: readonly MessagePosition[],
): Promise<PushOutcome> {
  try {
    const reply = await fetch(`${url}/v1/assets/positions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ positions }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = (await reply.json()) as { readonly detail?: string; readonly rejected?: [] }
    if (reply.status === 200) return { kind: 'stored', rejected: body.rejected ?? [] }
    const reason = `${reply.status}: ${body.detail}`
    if ([400, 413, 422].includes(reply.status)) return { kind: 'refused', why: reason }
    const seconds = Number(reply.headers.get('retry-after') ?? Number.NaN)
    return { kind: 'retry', why: reason, ...(seconds > 0 && { afterMs: 1000 * seconds }) }
  } catch (error) {
    return { kind: 'retry', why: error instanceof Error ? error.message : String(error) }
  }
}
