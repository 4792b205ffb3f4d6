import type { Socket } from 'node:net'

/** The first requests of this many connections take a few milliseconds. */
const MAX_PER_TURN = 4

/**
 * Begins to read from a few new connections per turn of the event loop. When hundreds are opened at once, requests on
 * existing connections are answered in between.
 */
export class ConnectionPace {
  private readonly begin: (socket: Socket) => void
  private readonly waiting: Socket[] = []
  private begunInTurn = 0

  constructor(begin: (socket: Socket) => void) {
    this.begin = begin
  }

  add(socket: Socket): void {
    if (this.begunInTurn === 0) setImmediate(this.nextTurn)
    if (this.begunInTurn < MAX_PER_TURN) {
      this.begunInTurn++
      this.begin(socket)
      return
    }
    // Nobody else listens yet, and an unhandled error would end the process.
    socket.on('error', ignoreError)
    this.waiting.push(socket)
  }

  private readonly nextTurn = (): void => {
    const sockets = this.waiting.splice(0, MAX_PER_TURN)
    this.begunInTurn = sockets.length
    if (sockets.length > 0) setImmediate(this.nextTurn)
    for (const socket of sockets) {
      if (socket.destroyed) continue
      this.begin(socket)
      socket.off('error', ignoreError)
    }
  }
}

function ignoreError(): void {}
