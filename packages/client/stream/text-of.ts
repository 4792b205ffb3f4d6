/** The text of a reply as it comes. Fails when nothing has come for `idleMs`: such connections are dead without saying so. */
export async function* textOf(reply: Response, stop: AbortController, idleMs: number): AsyncGenerator<string> {
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
    // Leaving the loop early must close the connection; of one that is broken already nobody wants to hear.
    await reader.cancel().catch(() => undefined)
  }
}
