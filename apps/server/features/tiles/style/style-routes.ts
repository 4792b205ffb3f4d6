import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { MAX_ZOOM } from '@fairway/dataset'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { TileFailure } from '../failures.ts'
import { toBaseUrl } from '../map-document.ts'
import type { TileService } from '../runtime/tile-service.ts'
import { type FontName, fontNames, GLYPHS_PER_RANGE, getGlyphs, MAX_CODE_POINT } from './glyphs.ts'
import { type StyleName, styleNames } from './palettes.ts'
import { toStyleDocument } from './style-document.ts'

export interface StyleRoutesOptions {
  readonly service: TileService | undefined
  readonly publicUrl: string
  readonly onRequest: onRequestHookHandler
  readonly sendFailure: (reply: FastifyReply, failure: TileFailure) => FastifyReply
}

const CACHE_ONE_DAY = 'public, max-age=86400'
/** Pattern of language codes as in OpenStreetMap name tags, such as `en` or `zh-Hant`. */
const languagePattern = /^[A-Za-z]{2,3}(?:-[A-Za-z]{2,8})?$/

interface StyleRoute {
  Params: { file: string }
  Querystring: { language?: string }
}

/** Adds the routes of styles for MapLibre, QGIS and other programs, with their symbols and glyphs. */
export function addStyleRoutes(app: FastifyInstance, options: StyleRoutesOptions): void {
  const { service, onRequest, sendFailure } = options

  app.get<StyleRoute>('/styles/:file', { onRequest }, (request, reply) => {
    if (!service) return sendFailure(reply, { kind: 'tiles-off' })
    const name = findStyle(request.params.file, /^(.*)\.json$/)
    if (!name) return sendFailure(reply, { kind: 'style-unknown', path: request.url })
    const { language } = request.query
    if (language !== undefined && !languagePattern.test(language))
      return sendFailure(reply, { kind: 'language-malformed', value: language })
    const document = toStyleDocument({
      name,
      language,
      baseUrl: toBaseUrl(request, options.publicUrl),
      version: service.version,
      attribution: service.listAttributions().join('; '),
      maxZoom: MAX_ZOOM,
      bounds: service.listBounds()[0],
    })
    return reply.header('cache-control', 'no-cache').send(document)
  })

  app.get<{ Params: { file: string } }>('/sprites/:file', { onRequest }, async (request, reply) => {
    if (!service) return sendFailure(reply, { kind: 'tiles-off' })
    const match = /^(.*?)(@2x)?\.(json|png)$/.exec(request.params.file)
    if (!match || !styleNames.includes(match[1] as StyleName))
      return sendFailure(reply, { kind: 'sprite-unknown', path: request.url })
    const body = await readFile(new URL(`./data/sprite${match[2] ?? ''}.${match[3]}`, import.meta.url))
    return sendBytes(request, reply, body, match[3] === 'png' ? 'image/png' : 'application/json; charset=utf-8')
  })

  app.get<{ Params: { stack: string; file: string } }>('/fonts/:stack/:file', { onRequest }, async (request, reply) => {
    if (!service) return sendFailure(reply, { kind: 'tiles-off' })
    const name = findFont(request.params.stack)
    if (!name) return sendFailure(reply, { kind: 'font-unknown', value: request.params.stack })
    const start = parseRange(request.params.file)
    if (start === undefined) return sendFailure(reply, { kind: 'range-malformed', value: request.params.file })
    return sendBytes(request, reply, Buffer.from(await getGlyphs(name, start)), 'application/x-protobuf')
  })
}

function findStyle(file: string, pattern: RegExp): StyleName | undefined {
  const name = pattern.exec(file)?.[1]
  return styleNames.find((styleName) => styleName === name)
}

/** Finds a font. A style may list multiple fonts in order of preference. */
function findFont(stack: string): FontName | undefined {
  const names = stack.split(',').map((name) => name.trim())
  return names.flatMap((name) => fontNames.find((fontName) => fontName === name) ?? [])[0]
}

/** Parses a range such as `256-511.pbf` and returns the first of its 256 characters. */
function parseRange(file: string): number | undefined {
  const match = /^(\d{1,5})-(\d{1,5})\.pbf$/.exec(file)
  const [start, end] = [Number(match?.[1]), Number(match?.[2])]
  const isRange = start % GLYPHS_PER_RANGE === 0 && end === start + GLYPHS_PER_RANGE - 1 && end <= MAX_CODE_POINT
  return isRange ? start : undefined
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, body: Buffer, type: string): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
  reply.header('cache-control', CACHE_ONE_DAY).header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(body)
}
