import type { FastifyInstance } from 'fastify'
import type { HttpReply, HttpRequest } from './body/exchange.ts'

const EXPOSED_HEADERS =
  'x-request-id, x-error-code, x-warnings, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset'

/** Paths outside the API that web pages from any origin may read. */
const CROSS_ORIGIN_PATHS: ReadonlySet<string> = new Set(['/openapi.json', '/healthz', '/readyz'])

/**
 * Allows web pages from any origin to call the API, which authenticates by key and never by cookie. The account area
 * does not allow other origins.
 */
export function addCorsHeaders(request: HttpRequest, reply: HttpReply): void {
  if (request.headers.origin === undefined || !isCrossOriginPath(request.url)) return
  reply.header('access-control-allow-origin', '*')
  reply.header('access-control-expose-headers', EXPOSED_HEADERS)
}

/** Answers the preflight requests that browsers send before a request with a key or JSON. */
export function handlePreflights(app: FastifyInstance): void {
  const methodsByPath = { '/v1/*': 'GET, POST, PUT, PATCH, DELETE', '/healthz': 'GET', '/readyz': 'GET' }
  for (const [path, methods] of Object.entries(methodsByPath)) {
    app.options(path, { schema: { hide: true } as object }, (request, reply) => {
      const headers = request.headers['access-control-request-headers'] ?? 'content-type, x-api-key'
      return reply
        .header('access-control-allow-methods', methods)
        .header('access-control-allow-headers', headers)
        .header('access-control-max-age', '86400')
        .code(204)
        .send()
    })
  }
}

function isCrossOriginPath(url: string): boolean {
  return url.startsWith('/v1/') || CROSS_ORIGIN_PATHS.has(url.split('?', 1)[0] ?? '')
}
