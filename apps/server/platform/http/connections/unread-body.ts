import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { MAX_UNCOUNTED_BYTES } from '../body/bytes-in-flight.ts'

/**
 * Time for which a client that is still sending can read the reply. If the socket closed immediately, the next write of
 * the client would fail.
 */
const READING_TIME_MS = 1000

/**
 * Returns whether a large body is incomplete. A reply at this moment rejects the body, and reading the remaining bytes
 * would cost as much as accepting it.
 */
export function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_UNCOUNTED_BYTES
}

/** Closes the connection after a reply with "connection: close", without reading the remaining body. */
export function closeWithoutReading(socket: Socket): void {
  // Node calls `destroySoon` when the reply has been sent.
  socket.destroySoon = () => {
    socket.end()
    // Node starts to read the remaining body on the next tick, so it cannot be paused earlier.
    setImmediate(() => socket.pause())
    const timer = setTimeout(() => socket.destroy(), READING_TIME_MS)
    socket.once('close', () => clearTimeout(timer))
  }
}
