import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time until a request has arrived completely. */
export const REQUEST_TIMEOUT_MS = 60_000
/** Maximum time until a new connection sends its first byte. */
export const FIRST_BYTE_MS = 20_000
/** Length of the window in which a client must send a minimum number of bytes of the body. */
export const BODY_WINDOW_MS = 20_000
export const MIN_BODY_BYTES_PER_WINDOW = 2000
/**
 * Maximum time that a client may take to read a reply. Large replies get more time, according to the minimum read rate.
 */
export const READ_STALL_MS = 30_000
export const MIN_READ_BYTES_PER_SECOND = 16_384

export type SlowClient = 'silent' | 'slow-request' | 'slow-reader'

type WatchedSocket = Pick<Socket, 'bytesRead' | 'bytesWritten' | 'writableLength'>
type WatchedRequest = Pick<IncomingMessage, 'complete' | 'destroyed' | 'readableLength' | 'readableFlowing'>

/** Checks whether the client of a connection sends and reads fast enough. */
export class SocketProgress {
  private readonly socket: WatchedSocket
  private readonly openedAtMs: number
  private request: WatchedRequest | undefined
  private windowStartMs = 0
  private windowStartBytes = 0
  private sentBytes = 0
  private stalledSinceMs: number | undefined

  constructor(socket: WatchedSocket, nowMs: number) {
    this.socket = socket
    this.openedAtMs = nowMs
  }

  beginRequest(request: WatchedRequest, nowMs: number): void {
    this.request = request
    this.startWindow(nowMs)
  }

  findProblem(nowMs: number): SlowClient | undefined {
    if (this.socket.bytesRead === 0) return nowMs - this.openedAtMs >= FIRST_BYTE_MS ? 'silent' : undefined
    if (this.isReadingSlowly(nowMs)) return 'slow-reader'
    return this.isSendingSlowly(nowMs) ? 'slow-request' : undefined
  }

  private isSendingSlowly(nowMs: number): boolean {
    const { request, socket } = this
    if (!request) return false
    if (request.complete || request.destroyed) {
      this.request = undefined
      return false
    }
    // The window restarts while the server itself does not read.
    if (request.readableLength > 0 || request.readableFlowing === null) this.startWindow(nowMs)
    if (nowMs - this.windowStartMs < BODY_WINDOW_MS) return false
    if (socket.bytesRead - this.windowStartBytes < MIN_BODY_BYTES_PER_WINDOW) return true
    this.startWindow(nowMs)
    return false
  }

  private startWindow(nowMs: number): void {
    this.windowStartMs = nowMs
    this.windowStartBytes = this.socket.bytesRead
  }

  private isReadingSlowly(nowMs: number): boolean {
    const { bytesWritten, writableLength } = this.socket
    if (writableLength === 0) {
      this.stalledSinceMs = undefined
      return false
    }
    const sentBytes = bytesWritten - writableLength
    if (this.stalledSinceMs === undefined || sentBytes > this.sentBytes) {
      this.stalledSinceMs = nowMs
      this.sentBytes = sentBytes
      return false
    }
    // The system reports a large write only when it is complete, so large writes get more time.
    return nowMs - this.stalledSinceMs >= READ_STALL_MS + (writableLength / MIN_READ_BYTES_PER_SECOND) * 1000
  }
}
