import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'

/** Answers one request with a failure. Without a handler, the mirror serves the file normally. */
export type FailureHandler = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>

export interface Mirror {
  readonly url: string
  /** Served file, which a test may replace at any time. */
  file: Uint8Array
  /** ETag without quotes. If it is undefined, the mirror sends no validator. */
  tag: string | undefined
  /** Content of FILE.md5. If it is undefined, the mirror replies with 404. */
  md5: string | undefined
  /** Failures for the next requests for the file, one per request. */
  readonly failures: FailureHandler[]
  /** Requested ranges in order, with an empty string for a whole file. */
  readonly ranges: string[]
  /** Headers of the last request for the file. */
  lastHeaders: IncomingMessage['headers']
  close(): Promise<void>
}

export function computeMd5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}

/** Starts an HTTP server that serves one extract as Geofabrik does, with ranges, ETags and an MD5 file. */
export async function startMirror(path: string, file: Uint8Array): Promise<Mirror> {
  const server = createServer((request, response) => {
    if (request.url === `${path}.md5`) sendMd5(mirror, path, response)
    else if (request.url === path) sendFile(mirror, request, response)
    else response.writeHead(404).end('not here')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const mirror: Mirror = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    file,
    tag: 'v1',
    md5: computeMd5(file),
    failures: [],
    ranges: [],
    lastHeaders: {},
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
  return mirror
}

function sendMd5({ md5 }: Mirror, path: string, response: ServerResponse): void {
  if (md5 === undefined) response.writeHead(404).end()
  else response.end(`${md5}  ${path.split('/').at(-1)}\n`)
}

function sendFile(mirror: Mirror, request: IncomingMessage, response: ServerResponse): void {
  mirror.ranges.push(request.headers.range ?? '')
  mirror.lastHeaders = request.headers
  const trouble = mirror.failures.shift()
  if (trouble) void trouble(response, request)
  else sendRange(mirror, request, response)
}

export function sendRange({ file, tag }: Mirror, request: IncomingMessage, response: ServerResponse): void {
  const etag = tag === undefined ? {} : { etag: `"${tag}"` }
  const { range, 'if-range': condition } = request.headers
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(from) || condition !== etag.etag) {
    response.writeHead(200, { ...etag, 'content-length': file.length }).end(file)
  } else if (from >= file.length) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
  } else {
    const requested = file.subarray(from)
    const headers = {
      'content-length': requested.length,
      'content-range': `bytes ${from}-${file.length - 1}/${file.length}`,
    }
    response.writeHead(206, { ...etag, ...headers }).end(requested)
  }
}

/**
 * Sends the start of the file, and drops the connection after the given number of bytes. The handler waits until the
 * bytes are in the partial file, because data in flight would be lost, and the number of received bytes would be
 * unpredictable.
 */
export function dropAfter(mirror: Mirror, bytes: number, partialPath: string): FailureHandler {
  return async (response, request) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const { file, tag } = mirror
    response.writeHead(from === 0 ? 200 : 206, {
      ...(tag === undefined ? {} : { etag: `"${tag}"` }),
      'content-length': file.length - from,
      ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }),
    })
    response.write(file.subarray(from, from + bytes))
    const hasArrived = () => statSync(partialPath, { throwIfNoEntry: false })?.size === from + bytes
    while (!hasArrived() && !response.destroyed) await setImmediate()
    response.destroy()
  }
}

export function respondWith(status: number, headers: Record<string, string> = {}, body = ''): FailureHandler {
  return (response) => {
    response.writeHead(status, headers).end(body)
  }
}
