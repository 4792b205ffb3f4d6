import type { FastifyInstance } from 'fastify'

const EXPOSED = 'x-request-id, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset'

/** Pages of any site may call the API: it is known by its key, never by a cookie. The account area stays closed to them. */
export function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (request.headers.origin !== undefined && isShared(request.url)) {
      reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)
    }
    done()
  })
  app.options('/v1/*', { schema: { hide: true } as object }, (request, reply) => {
    const headers = request.headers['access-control-request-headers'] ?? 'content-type, x-api-key'
    return reply
      .header('access-control-allow-methods', 'GET, POST, PUT, DELETE')
      .header('access-control-allow-headers', headers)
      .header('access-control-max-age', '86400')
      .code(204)
      .send()
  })
}

function isShared(url: string): boolean {
  return url.startsWith('/v1/') || url === '/openapi.json'
}
