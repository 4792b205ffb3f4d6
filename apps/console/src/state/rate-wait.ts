/** Maximum pause in seconds. Longer pauses are shown to the user instead. */
const MAX_PAUSE_S = 2
/**
 * Maximum number of pauses. A page may send a dozen requests at once, and the service accepts only a few per second.
 */
const MAX_PAUSES = 8

/**
 * Repeats a request after a 429 response with a short Retry-After. The service has not processed such a request, so
 * every request can be repeated safely.
 */
export async function waitForRate(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  for (let pauses = 0; ; pauses++) {
    const reply = await send()
    const pauseS = Number(reply.headers.get('retry-after') ?? Number.NaN)
    // `pauseS` is NaN if there is no Retry-After header.
    if (reply.status !== 429 || !(pauseS <= MAX_PAUSE_S) || pauses === MAX_PAUSES) return reply
    await sleep(pauseS * 1_000, signal)
  }
}

/** Waits for the given time. If the request is canceled, the wait ends early and the next attempt fails immediately. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
