import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_UNCOUNTED_BYTES } from '../body/bytes-in-flight.ts'

/** A client that is still sending needs this long to read the reply. Closing at once would make its next write fail. */
const READING_TIME_MS = 1000

/**
 * Whether a large body has not arrived completely. A reply at this moment rejects the body, and reading the rest only
 * to keep the connection open would cost as much as accepting it.
 */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_UNCOUNTED_BYTES
}

/** Closes the connection after a reply with "connection: close", without reading the rest of the body. */
export function closeWithoutReading(socket: Socket): void {
  // Node calls this when the reply has been sent.
  socket.destroySoon = () => {
    socket.end()
    // Node begins to read the rest of the body with the next tick. The body cannot be paused before that.
    setImmediate(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), READING_TIME_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}
