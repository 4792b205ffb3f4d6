import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * First port of the range. All ports are below 32768, where Linux begins to assign source ports. Otherwise a client
 * that reconnects to a stopped server could get the port of that server, and the server could not restart.
 */
const FIRST_PORT = 12_000
const END_PORT = 32_000

const MAX_ATTEMPTS = 50

/** Returns a random free port, so that parallel test files do not try the same port. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port among ${MAX_ATTEMPTS} tried between ${FIRST_PORT} and ${END_PORT}`)
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
