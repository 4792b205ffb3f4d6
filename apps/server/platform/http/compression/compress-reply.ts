import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from './choose-encoding.ts'
import {
  canCompressNow,
  compressLater,
  compressNow,
  compressStream,
  isCompressibleType,
  MAX_UNCOMPRESSED_BYTES,
} from './compress.ts'

const NO_CONTENT = 204
const PARTIAL_CONTENT = 206
const NOT_MODIFIED = 304

/** Compresses a reply of Fastify, unless the route has already encoded it. */
export function compressReply(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: Error | null, payload?: unknown) => void,
): void {
  if (!isCompressible(reply, payload)) return done(null, payload)
  appendVary(reply)
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  if (encoding === undefined) return done(null, payload)
  reply.header('content-encoding', encoding).removeHeader('content-length')
  if (payload instanceof Readable) return done(null, compressStream(payload, encoding))
  if (canCompressNow(payload)) return done(null, compressNow(payload, encoding))
  compressLater(payload, encoding).then((body) => done(null, body), done)
}

function isCompressible(reply: FastifyReply, payload: unknown): payload is string | Uint8Array | Readable {
  const { statusCode } = reply
  if (statusCode === NO_CONTENT || statusCode === PARTIAL_CONTENT || statusCode === NOT_MODIFIED) return false
  if (reply.hasHeader('content-encoding')) return false
  if (!isCompressibleType(String(reply.getHeader('content-type') ?? ''))) return false
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length > MAX_UNCOMPRESSED_BYTES
  return payload instanceof Readable
}

function appendVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'accept-encoding')
  else if (!/\baccept-encoding\b/i.test(String(vary))) reply.header('vary', `${String(vary)}, accept-encoding`)
}
