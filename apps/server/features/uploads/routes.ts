import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { detectExtractFormat, isRegionName } from '@fairway/dataset'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toProblem } from '../../platform/http/problem.ts'
import { sendFailureProblem } from '../../platform/http/send-problem.ts'
import { createAccessHook, findAccessFailure, type UploadAccess } from './access.ts'
import { type AddMapJob, addMap, finishJob, throttle } from './add-map.ts'
import { addDownloadRoutes } from './download-routes.ts'
import type { ExtractMirrors } from './extract-source.ts'
import { type UploadFailure, uploadProblems } from './failures.ts'
import { UploadStatuses } from './upload-status.ts'

export interface UploadOptions extends UploadAccess {
  readonly dataDir: string
  readonly mirrors: ExtractMirrors
}

const MEDIA_TYPE = 'application/octet-stream'

interface UploadRoute {
  Params: { region: string }
}

/**
 * Adds the routes that upload maps from the console on the same machine. The routes are not API operations, because
 * they require no key, have no quota and exist only for the operator.
 */
export function addUploadRoutes(app: FastifyInstance, options: UploadOptions): void {
  const statuses = new UploadStatuses(options.dataDir)
  const sendFailure = (reply: FastifyReply, failure: UploadFailure) =>
    sendFailureProblem(reply, uploadProblems, failure)
  const onRequest = createAccessHook(options)
  // The console always sends this request. A rejection would appear as an error in the browser's developer console.
  app.get('/maps/uploads', (request, reply) => {
    const isAllowed = findAccessFailure(request.raw, options) === undefined
    return reply
      .header('cache-control', 'no-store')
      .send(isAllowed ? { max_bytes: options.maxBytes, uploads: statuses.list() } : { max_bytes: 0, uploads: [] })
  })
  addDownloadRoutes(app, { ...options, statuses })
  app.register(async (scope) => {
    // The body stays a stream, because an extract does not fit into memory.
    scope.addContentTypeParser(MEDIA_TYPE, (_request, payload, done) => done(null, payload))
    scope.put<UploadRoute>(
      '/maps/uploads/:region',
      { onRequest, bodyLimit: Number.MAX_SAFE_INTEGER },
      async (request, reply) => {
        const failure = await receiveUpload(request, options, statuses)
        if (failure !== undefined) return sendFailure(reply, failure)
        return reply.code(202).send({ region: request.params.region, state: 'compiling' })
      },
    )
  })
}

async function receiveUpload(
  request: FastifyRequest<UploadRoute>,
  { dataDir, maxBytes }: UploadOptions,
  statuses: UploadStatuses,
): Promise<UploadFailure | undefined> {
  const { region } = request.params
  const bytes = Number(request.headers['content-length'] ?? Number.NaN)
  // A slash would create a subfolder in the folder of status files.
  if (!isRegionName(region) || region.includes('/')) return { kind: 'upload-name-malformed', value: region }
  if (Number.isNaN(bytes)) return { kind: 'upload-length-missing' }
  if (bytes > maxBytes) return { kind: 'upload-too-large', bytes, maxBytes }
  const underWay = statuses.findUnderWay()
  if (underWay !== undefined) return { kind: 'upload-under-way', region: underWay.region }
  await mkdir(statuses.folder, { recursive: true, mode: 0o700 })
  const upload: AddMapJob = { dataDir, region, bytes, extract: join(statuses.folder, `${region}.osm`) }
  const failure = await storeUpload(request.body as IncomingMessage, upload, statuses)
  if (failure === undefined) {
    statuses.write({ region, bytes, state: 'compiling', progress: 0 })
    void addMap(upload, statuses)
  } else await finishJob(upload, statuses, toProblem(uploadProblems, failure).body.detail)
  return failure
}

/** Writes the body to disk and checks that it is an extract. */
async function storeUpload(
  body: IncomingMessage,
  { region, bytes, extract }: AddMapJob,
  statuses: UploadStatuses,
): Promise<UploadFailure | undefined> {
  let receivedBytes = 0
  const report = throttle(() =>
    statuses.write({ region, bytes, state: 'uploading', progress: receivedBytes / Math.max(1, bytes) }),
  )
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length
      report()
      done(null, chunk)
    },
  })
  try {
    await pipeline(body, counter, createWriteStream(extract, { mode: 0o600 }))
  } catch (error) {
    if (receivedBytes >= bytes) throw error
  }
  if (receivedBytes < bytes) return { kind: 'upload-cut-off', bytes: receivedBytes, expectedBytes: bytes }
  try {
    await detectExtractFormat(extract)
    return undefined
  } catch {
    return { kind: 'upload-not-extract' }
  }
}
