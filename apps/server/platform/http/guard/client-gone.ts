import type { EventEmitter } from 'node:events'
import type { FrameRequest } from '../body/exchange.ts'

/** Both request types have a socket, but under different properties. */
interface WithSocket {
  readonly raw?: { readonly socket?: EventEmitter }
  readonly socket?: EventEmitter
}

/** Calls `act` when the request's connection closes, unless the returned function is called first. */
export function whenGone(request: object, act: () => void): () => void {
  const { raw, socket } = request as FrameRequest & WithSocket
  const connection = raw?.socket ?? socket
  connection?.once('close', act)
  return () => void connection?.off('close', act)
}
