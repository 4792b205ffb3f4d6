import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleFile } from './pages.ts'

/**
 * The page calls only its own origin. The map library draws into blobs and loads its worker from a file of the console.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const MISSING_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fairway</title>
<p>The web console has not been built. Run <code>npm run console</code> to build it, then restart the service.</p>
<p>The API works without it: see <a href="/docs">its description</a>.</p></html>`

/** Serves the web console. The files have no tags, so the OpenAPI document omits them. */
export function consoleRoutes(app: FastifyInstance, consoleFiles: readonly ConsoleFile[]): void {
  const files = new Map(consoleFiles.map((file) => [file.path, file]))
  const sendPath = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const file = files.get(path)
    return file === undefined ? reply.callNotFound() : sendFile(request, reply, file)
  }
  app.get('/', (request, reply) => {
    if (files.has('/')) return sendPath(request, reply, '/')
    return reply.type('text/html; charset=utf-8').send(MISSING_PAGE)
  })
  for (const folder of ['assets', 'icons'])
    app.get<{ Params: { '*': string } }>(`/${folder}/*`, (request, reply) =>
      sendPath(request, reply, `/${folder}/${request.params['*']}`),
    )
  for (const path of ['/icon.svg', '/manifest.webmanifest', '/service-worker.js', '/embed.js'])
    app.get(path, (request, reply) => sendPath(request, reply, path))
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): FastifyReply {
  reply
    .header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
  // Other sites can embed the web components. Browsers request module scripts and their imports with CORS.
  if (!file.type.startsWith('text/html')) reply.header('access-control-allow-origin', '*')
  if (file.type.startsWith('text/html')) reply.header('content-security-policy', contentSecurityPolicy)
  if (matchesEtag(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  const acceptedEncodings = request.headers['accept-encoding'] ?? ''
  reply.type(file.type)
  if (file.br !== undefined && /\bbr\b/.test(acceptedEncodings))
    return reply.header('content-encoding', 'br').send(file.br)
  if (file.gzip !== undefined && /\bgzip\b/.test(acceptedEncodings))
    return reply.header('content-encoding', 'gzip').send(file.gzip)
  return reply.send(file.plain)
}

function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
