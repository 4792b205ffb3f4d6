import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { expandDocument } from '../../platform/http/document/expand-document.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { GuideLibrary, readPicture } from './guides/guide-library.ts'
import { renderGuidePage } from './guides/render-guide-page.ts'
import { listSearchEntries } from './guides/search-index.ts'
import { toPageContext } from './page-context.ts'
import { type OpenApiDocument, renderDocs } from './render.ts'
import { renderTour, TOUR_PATH } from './tour/render-tour.ts'

interface Page {
  readonly content: string | Buffer
  readonly type: string
  readonly etag: string
}

/** Adds the routes of the documentation. The pages have no tags, so the OpenAPI document omits them. */
export function addDocsRoutes(
  app: FastifyInstance,
  describe: () => OpenApiDocument,
  openLibrary: () => GuideLibrary = () => new GuideLibrary(),
): void {
  const pages = new Map<string, Page>()
  let openedDocs: { readonly document: OpenApiDocument; readonly library: GuideLibrary } | undefined
  const findPage = (path: string): Page | undefined => {
    const cached = pages.get(path)
    if (cached !== undefined) return cached
    // The page is rendered on the first request, because the document is complete only after all routes are registered.
    // The pages list all fields of an operation in one table. Only errors have a section of their own.
    openedDocs ??= { document: expandDocument(describe(), ['Error']), library: openLibrary() }
    const page = renderPage(path, openedDocs.document, openedDocs.library)
    if (page !== undefined) pages.set(path, page)
    return page
  }
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply => {
    const page = findPage(path)
    if (page === undefined) {
      reply.callNotFound()
      return reply
    }
    reply
      .header('content-security-policy', contentSecurityPolicy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .header('etag', page.etag)
    if (matchesEtag(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
    return reply.type(page.type).send(page.content)
  }
  app.get('/docs', (request, reply) => sendPage(request, reply, ''))
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) => sendPage(request, reply, request.params['*']))
}

const pictureTypes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }

function renderPage(path: string, document: OpenApiDocument, library: GuideLibrary): Page | undefined {
  const { guides } = library
  if (path === '') return toPage(renderDocs(document, guides))
  const context = toPageContext(document, guides)
  if (path === TOUR_PATH) return toPage(renderTour(context, guides))
  if (path === 'search.json')
    return toPage(JSON.stringify(listSearchEntries(context, guides)), 'application/json; charset=utf-8')
  const [, picture, ending = ''] = /^pictures\/([\w-]+\.(\w+))$/.exec(path) ?? []
  const bytes = picture === undefined ? undefined : readPicture(picture)
  if (bytes !== undefined) return toPage(bytes, pictureTypes[ending])
  const guide = library.find(path)
  return guide === undefined ? undefined : toPage(renderGuidePage(context, guides, guide))
}

function toPage(content: string | Buffer, type = 'text/html; charset=utf-8'): Page {
  return { content, type, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` }
}

/**
 * Returns whether an ETag matches. An intermediate cache may have weakened the ETag, and a weak match is sufficient for
 * a page.
 */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
