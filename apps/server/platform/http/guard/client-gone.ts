import type { EventEmitter } from 'node:events'
import type { FrameRequest } from '../body/exchange.ts'

/** Both kinds of request have a socket, each in its place. */
interface WithSocket {
  readonly raw?: { readonly socket?: EventEmitter }
  readonly socket?: EventEmitter
}

/** Calls when the connection of a request is closed, unless what it returns was called before. */
export function whenGone(request: object, act: () => void): () => void {
  const { raw, socket } = request as FrameRequest & WithSocket
  const connection = raw?.socket ?? socket
  connection?.once('close', act)
  return () => void connection?.off('close', act)
}
