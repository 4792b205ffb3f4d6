/** Longer pauses are shown to the user instead. */
const MAX_PAUSE_S = 2
/** Several requests that wait together are served a few per second, and a page may send a dozen. */
const MAX_PAUSES = 8

/**
 * Sends a request again after 429 with a short Retry-After. The service has done nothing in that case, so this is safe
 * for every request.
 */
export async function waitForRate(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let pauses = 0; ; pauses++) {
    const reply = await send()
    const pauseS = Number(reply.headers.get('retry-after') ?? Number.NaN)
    // NaN if there is no such header.
    if (reply.status !== 429 || !(pauseS <= MAX_PAUSE_S) || pauses === MAX_PAUSES) return reply
    await sleep(pauseS * 1_000, signal)
  }
}

/** Ends early when the request is canceled; the next attempt then fails at once. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
