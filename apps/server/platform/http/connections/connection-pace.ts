import type { Socket } from 'node:net'

/**
 * Starts reading from one new connection per turn of the event loop. If hundreds of connections open at once, requests
 * on existing connections are handled in between. The first requests of a connection can take milliseconds, because a
 * client may send several at once.
 */
export class ConnectionPace {
  private readonly begin: (socket: Socket) => void
  private readonly waiting: Socket[] = []
  private hasBegunInTurn = false

  constructor(begin: (socket: Socket) => void) {
    this.begin = begin
  }

  add(socket: Socket): void {
    if (!this.hasBegunInTurn) {
      this.hasBegunInTurn = true
      setImmediate(this.nextTurn)
      this.begin(socket)
      return
    }
    // The socket has no other error listener yet, and an unhandled error would end the process.
    socket.on('error', ignoreError)
    this.waiting.push(socket)
  }

  private readonly nextTurn = (): void => {
    let socket = this.waiting.shift()
    while (socket?.destroyed) socket = this.waiting.shift()
    this.hasBegunInTurn = socket !== undefined
    if (!socket) return
    setImmediate(this.nextTurn)
    this.begin(socket)
    socket.off('error', ignoreError)
  }
}

function ignoreError(): void {}
