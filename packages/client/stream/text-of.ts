/**
 * Yields the text of a response as it arrives. Throws if no data arrives for `idleMs`, because a connection can die
 * silently.
 */
export async function* readChunks(reply: Response, stop: AbortController, idleMs: number): AsyncGenerator<string> {
  if (!reply.body) return
  const reader = reply.body.getReader()
  const decoder = new TextDecoder()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    while (true) {
      timer = setTimeout(() => stop.abort(new Error(`silent for ${idleMs} ms`)), idleMs)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    clearTimeout(timer)
    // Leaving the loop early must close the connection. Errors from an already broken connection are ignored.
    await reader.cancel().catch(() => undefined)
  }
}
