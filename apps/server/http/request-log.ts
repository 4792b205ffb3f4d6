import type { FastifyBaseLogger } from 'fastify'
import type { FrameReply, FrameRequest } from './exchange.ts'

/**
 * One line per reply. The query is left out: it may hold where people live, and keys of other providers. Keys, cookies
 * and bodies are never written.
 */
export function logReply(log: FastifyBaseLogger, request: FrameRequest, reply: FrameReply): void {
  const { caller } = request
  const line = {
    reqId: request.id,
    method: request.method,
    path: pathOf(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    account: caller.kind === 'account' ? caller.accountId : undefined,
  }
  if (reply.statusCode >= 500 && reply.statusCode !== 503) log.error(line, 'reply')
  else log.info(line, 'reply')
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  // Somebody may have put the key where its id belongs.
  return path.includes('fw_live_') ? path.replace(/fw_live_\w+/g, 'fw_live_…') : path
}
