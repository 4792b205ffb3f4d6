import type { HttpReply, HttpRequest } from './body/exchange.ts'

export interface ReplyLog {
  info(fields: object, text: string): void
  error(fields: object, text: string): void
  /** Logs fields that are already serialized as JSON. */
  infoJson?(fields: string, message: string): void
}

/**
 * Logs one line per reply. The line omits the query, which may contain home locations and other providers' keys. Keys,
 * cookies and bodies are never logged.
 */
export function logReply(log: ReplyLog, request: HttpRequest, reply: HttpReply): void {
  if (log.infoJson && reply.statusCode < 500) return log.infoJson(toLogJson(request, reply), 'reply')
  const { caller } = request
  const fields = {
    reqId: request.id,
    method: request.method,
    path: toPath(request.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 100) / 100,
    account: caller.kind === 'account' ? caller.accountId : undefined,
  }
  if (reply.statusCode >= 500 && reply.statusCode !== 503) log.error(fields, 'reply')
  else log.info(fields, 'reply')
}

type RequestObserver = (request: HttpRequest, reply: HttpReply) => void

/** Creates a function that measures and logs a request after its reply is sent. */
export function createRequestFinisher(
  log: Parameters<typeof logReply>[0],
  metrics: { observe: RequestObserver },
  recorder?: { finish: RequestObserver },
): RequestObserver {
  const finish: RequestObserver = (request, reply) => {
    metrics.observe(request, reply)
    logReply(log, request, reply)
  }
  if (!recorder) return finish
  return (request, reply) => {
    finish(request, reply)
    recorder.finish(request, reply)
  }
}

/**
 * Serializes the fields of a log line. The function runs for every request, so it avoids JSON.stringify, which is
 * slower.
 */
function toLogJson({ id, method, url, caller }: HttpRequest, { statusCode, elapsedTime }: HttpReply): string {
  const path = toPath(url)
  const quotedPath = /^[\w/.-]*$/.test(path) ? `"${path}"` : JSON.stringify(path)
  const account = caller.kind === 'account' ? `,"account":"${caller.accountId}"` : ''
  const ms = Math.round(elapsedTime * 100) / 100
  return `"reqId":"${id}","method":"${method}","path":${quotedPath},"status":${statusCode},"ms":${ms}${account}`
}

function toPath(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  // A caller may have put a key in the path instead of an id.
  return path.includes('fw_live_') ? path.replace(/fw_live_\w+/g, 'fw_live_…') : path
}
