import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sendFailureProblem } from '../../platform/http/send-problem.ts'
import { fail, ok, type Result } from '../../platform/result.ts'
import { DownloadError } from '../../platform/transfer/download-failed.ts'
import { createAccessHook, type UploadAccess } from './access.ts'
import { addMap } from './add-map.ts'
import { fetchExtractSize } from './download-extract.ts'
import { type ExtractMirrors, parseRemoteExtract, type RemoteExtract } from './extract-source.ts'
import { type UploadFailure, uploadProblems } from './failures.ts'
import type { UploadStatuses } from './upload-status.ts'

interface DownloadOptions extends UploadAccess {
  readonly dataDir: string
  readonly mirrors: ExtractMirrors
  readonly statuses: UploadStatuses
}

interface DownloadRoute {
  Querystring: { source?: string }
}

interface SizedExtract extends RemoteExtract {
  readonly bytes: number
}

const PATH = '/maps/downloads'

/**
 * Adds the routes that report the size of an extract and add its map. They have the same access rules as uploads. The
 * caller names an extract instead of a URL, so that the server sends requests only to the two mirrors.
 */
export function addDownloadRoutes(app: FastifyInstance, options: DownloadOptions): void {
  const { dataDir, statuses } = options
  const onRequest = createAccessHook(options)
  app.get<DownloadRoute>(PATH, { onRequest }, async (request, reply) => {
    const extract = await findExtract(request.query.source, options)
    reply.header('cache-control', 'no-store')
    if (!extract.ok) return sendFailureProblem(reply, uploadProblems, extract.failure)
    const { region, url, bytes } = extract.value
    return reply.send({ region, url, bytes, max_bytes: options.maxBytes })
  })
  app.post<DownloadRoute>(PATH, { onRequest }, async (request, reply) => {
    const extract = await findExtract(request.query.source, options)
    if (!extract.ok) return sendFailureProblem(reply, uploadProblems, extract.failure)
    const refusal = findRefusal(extract.value, options)
    if (refusal !== undefined) return sendFailureProblem(reply, uploadProblems, refusal)
    const { region, url, bytes, file } = extract.value
    statuses.write({ region, bytes, state: 'downloading', progress: 0 })
    void addMap({ dataDir, region, bytes, url, extract: join(dataDir, 'extracts', file) }, statuses)
    return reply.code(202).send({ region, state: 'downloading' })
  })
}

function findRefusal({ bytes }: SizedExtract, { maxBytes, statuses }: DownloadOptions): UploadFailure | undefined {
  if (bytes > maxBytes) return { kind: 'upload-too-large', bytes, maxBytes }
  const underWay = statuses.findUnderWay()
  return underWay === undefined ? undefined : { kind: 'upload-under-way', region: underWay.region }
}

async function findExtract(
  source: string | undefined,
  { mirrors }: DownloadOptions,
): Promise<Result<SizedExtract, UploadFailure>> {
  const extract = parseRemoteExtract(source ?? '', mirrors)
  if (extract === undefined) return fail({ kind: 'extract-malformed', value: source ?? '' })
  try {
    return ok({ ...extract, bytes: await fetchExtractSize(extract.url) })
  } catch (error) {
    if (error instanceof DownloadError && error.kind === 'not-found')
      return fail({ kind: 'extract-unknown', url: extract.url })
    return fail({ kind: 'mirror-unavailable', why: error instanceof Error ? error.message : String(error) })
  }
}
