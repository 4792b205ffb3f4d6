import { RetryableError } from './download-failed.ts'
import type { PartialFile, PartialFileOrigin } from './partial-file.ts'
import { type OpenResponse, openUrl } from './request.ts'

export interface TransferOptions {
  readonly url: string
  readonly partialFile: PartialFile
  readonly stallMs: number
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  onBytes(arrived: number, total: number | null): void
}

/**
 * Makes one attempt to download the missing part of a file. The next attempt continues after the data that has been
 * received.
 */
export async function transferFile(options: TransferOptions): Promise<void> {
  const { url, partialFile, stallMs, headers, signal, onBytes } = options
  const partialDownload = await findPartialDownload(partialFile, url)
  const range = partialDownload
    ? { range: `bytes=${partialDownload.bytes}-`, 'if-range': partialDownload.validator }
    : undefined
  const openedResponse = await openUrl(url, { stallMs, alsoAccept: [416], headers: { ...headers, ...range }, signal })
  try {
    const { status } = openedResponse.response
    if (status === 416 && partialDownload && findTotalBytes(openedResponse.response) === partialDownload.bytes) return
    if (
      status === 416 ||
      (status === 206 && !(partialDownload && isContinuation(openedResponse.response, partialDownload)))
    ) {
      await partialFile.discard()
      throw new RetryableError(`${url} changed during the download; starting over`)
    }
    if (status !== 206) await partialFile.restart(toOrigin(url, openedResponse.response))
    await appendBody({ openResponse: openedResponse, partialFile, url, onBytes })
  } finally {
    openedResponse.close()
  }
}

export interface PartialDownload {
  readonly bytes: number
  readonly validator: string
  readonly total: number | null
}

/** Returns the local part of the same file, or undefined if the download must start over. */
export async function findPartialDownload(partialFile: PartialFile, url: string): Promise<PartialDownload | undefined> {
  const origin = await partialFile.findOrigin()
  const bytes = await partialFile.size()
  if (!origin?.validator || origin.url !== url || bytes === 0) return undefined
  return { bytes, validator: origin.validator, total: origin.total }
}

/**
 * Returns whether a response continues the partial file. Mirrors without If-Range support send a range of the current
 * file, even if the file has changed.
 */
function isContinuation(response: Response, partialDownload: PartialDownload): boolean {
  const firstByte = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  const validator = findValidator(response)
  const totalBytes = findTotalBytes(response)
  return (
    Number(firstByte) === partialDownload.bytes &&
    (validator === null || validator === partialDownload.validator) &&
    (partialDownload.total === null || totalBytes === null || totalBytes === partialDownload.total)
  )
}

function toOrigin(url: string, response: Response): PartialFileOrigin {
  const length = response.headers.get('content-length')
  // A response that is compressed in transit has no known length and cannot be resumed.
  if (response.headers.get('content-encoding')) return { url, validator: null, total: null }
  return { url, validator: findValidator(response), total: length === null ? null : Number(length) }
}

/** Returns a strong ETag or a date. A weak ETag (W/…) does not guarantee identical bytes. */
function findValidator({ headers }: Response): string | null {
  const tag = headers.get('etag')
  return tag?.startsWith('"') ? tag : headers.get('last-modified')
}

function findTotalBytes({ headers }: Response): number | null {
  const total = /^bytes .*\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

interface AppendOptions {
  readonly openResponse: OpenResponse
  readonly partialFile: PartialFile
  readonly url: string
  onBytes: TransferOptions['onBytes']
}

async function appendBody({ openResponse, partialFile, url, onBytes }: AppendOptions): Promise<void> {
  const startBytes = await partialFile.size()
  const total = (await partialFile.findOrigin())?.total ?? null
  let receivedBytes = startBytes
  const toRetryableError = (reason: string) => new RetryableError(reason, { hasProgress: receivedBytes > startBytes })
  const handle = await partialFile.openToAppend()
  try {
    onBytes(receivedBytes, total)
    for (;;) {
      const chunk = await openResponse.read().catch((error: Error) => {
        throw error instanceof RetryableError ? toRetryableError(error.message) : error
      })
      if (chunk === undefined) break
      await handle.appendFile(chunk)
      receivedBytes += chunk.length
      onBytes(receivedBytes, total)
    }
  } finally {
    await handle.close()
  }
  if (total !== null && receivedBytes !== total) {
    if (receivedBytes > total) await partialFile.discard()
    throw toRetryableError(`${url} ended after ${receivedBytes} of ${total} bytes`)
  }
}
