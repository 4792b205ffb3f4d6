import type { FastifyBaseLogger } from 'fastify'
import type { FrameReply, FrameRequest } from './body/exchange.ts'

type ReplyLog = FastifyBaseLogger & { infoJson?(fields: string, text: string): void }

/**
 * Logs one line per reply. The query is omitted because it may contain home locations and keys of other providers.
 * Keys, cookies and bodies are never logged.
 */
export function logReply(log: ReplyLog, request: FrameRequest, reply: FrameReply): void {
  if (log.infoJson && reply.statusCode < 500) return log.infoJson(toJson(request, reply), 'reply')
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

/** Equivalent to JSON.stringify of the fields below, but faster, because it runs for every request. */
function toJson({ id, method, url, caller }: FrameRequest, { statusCode, elapsedTime }: FrameReply): string {
  const path = pathOf(url)
  const quoted = /^[\w/.-]*$/.test(path) ? `"${path}"` : JSON.stringify(path)
  const account = caller.kind === 'account' ? `,"account":"${caller.accountId}"` : ''
  const ms = Math.round(elapsedTime * 100) / 100
  return `"reqId":"${id}","method":"${method}","path":${quoted},"status":${statusCode},"ms":${ms}${account}`
}

function pathOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  // A caller may have put the key where its id belongs.
  return path.includes('fw_live_') ? path.replace(/fw_live_\w+/g, 'fw_live_…') : path
}
