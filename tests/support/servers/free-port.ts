import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Below 32768, where Linux begins to assign source ports. Otherwise a client that keeps reconnecting to a stopped
 * server could get that server's own port, and the server could not restart on it.
 */
const FIRST_PORT = 12_000
const END_PORT = 32_000

const ATTEMPTS = 50

/** Random instead of sequential, so that parallel test files do not try the same port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port among ${ATTEMPTS} tried between ${FIRST_PORT} and ${END_PORT}`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
