import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { type OpenApiDocument, renderDocs } from './render.ts'

interface Page {
  readonly markup: string
  readonly etag: string
}

/** The documentation page. It has no tags, so the OpenAPI description leaves it out. */
export function addDocsRoutes(app: FastifyInstance, describe: () => OpenApiDocument): void {
  let page: Page | undefined
  app.get('/docs', (request, reply) => {
    // Rendered on the first request because the document is complete only after all routes are registered.
    page ??= toPage(renderDocs(describe()))
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .header('etag', page.etag)
    if (matchesEtag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page.markup)
  })
}

function toPage(markup: string): Page {
  return { markup, etag: `"${createHash('sha256').update(markup).digest('base64url').slice(0, 22)}"` }
}

/** A cache in between may have weakened the ETag; a weak match is good enough for a page. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
