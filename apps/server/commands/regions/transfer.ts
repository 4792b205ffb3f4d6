import { TryAgain } from './download-failed.ts'
import type { PartialFile, PartOrigin } from './partial-file.ts'
import { type OpenResponse, openUrl } from './request.ts'

export interface TransferOptions {
  readonly url: string
  readonly part: PartialFile
  readonly stallMs: number
  onBytes(arrived: number, total: number | null): void
}

/** One try to download the rest of a file. Received data is kept, so that the next try continues from there. */
export async function transfer({ url, part, stallMs, onBytes }: TransferOptions): Promise<void> {
  const held = await findHeld(part, url)
  const range = held ? { range: `bytes=${held.bytes}-`, 'if-range': held.validator } : undefined
  const opened = await openUrl(url, { stallMs, also: [416], ...(range ? { headers: range } : {}) })
  try {
    const { status } = opened.response
    if (status === 416 && held && totalOf(opened.response) === held.bytes) return
    if (status === 416 || (status === 206 && !(held && continues(opened.response, held)))) {
      await part.discard()
      throw new TryAgain(`${url} changed during the download; starting over`)
    }
    if (status !== 206) await part.restart(toOrigin(url, opened.response))
    await append({ opened, part, url, onBytes })
  } finally {
    opened.close()
  }
}

export interface Held {
  readonly bytes: number
  readonly validator: string
  readonly total: number | null
}

/** Returns the local part of the same file, or undefined when the download must start over. */
export async function findHeld(part: PartialFile, url: string): Promise<Held | undefined> {
  const origin = await part.findOrigin()
  const bytes = await part.size()
  if (!origin?.validator || origin.url !== url || bytes === 0) return undefined
  return { bytes, validator: origin.validator, total: origin.total }
}

/** Mirrors without If-Range support send a range of the current file, whatever it is. */
function continues(response: Response, held: Held): boolean {
  const first = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
  const validator = validatorOf(response)
  const total = totalOf(response)
  return (
    Number(first) === held.bytes &&
    (validator === null || validator === held.validator) &&
    (held.total === null || total === null || total === held.total)
  )
}

function toOrigin(url: string, response: Response): PartOrigin {
  const length = response.headers.get('content-length')
  // A response compressed in transit has no known length and cannot be resumed.
  if (response.headers.get('content-encoding')) return { url, validator: null, total: null }
  return { url, validator: validatorOf(response), total: length === null ? null : Number(length) }
}

/** A weak ETag (W/…) promises the same meaning, not the same bytes. */
function validatorOf({ headers }: Response): string | null {
  const tag = headers.get('etag')
  return tag?.startsWith('"') ? tag : headers.get('last-modified')
}

function totalOf({ headers }: Response): number | null {
  const total = /^bytes .*\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? null : Number(total)
}

interface Appending {
  readonly opened: OpenResponse
  readonly part: PartialFile
  readonly url: string
  onBytes: TransferOptions['onBytes']
}

async function append({ opened, part, url, onBytes }: Appending): Promise<void> {
  const begun = await part.size()
  const total = (await part.findOrigin())?.total ?? null
  let arrived = begun
  const broken = (what: string) => new TryAgain(what, { progressed: arrived > begun })
  const handle = await part.openToAppend()
  try {
    onBytes(arrived, total)
    for (;;) {
      const chunk = await opened.read().catch((error: Error) => {
        throw broken(error.message)
      })
      if (chunk === undefined) break
      await handle.appendFile(chunk)
      arrived += chunk.length
      onBytes(arrived, total)
    }
  } finally {
    await handle.close()
  }
  if (total !== null && arrived !== total) {
    if (arrived > total) await part.discard()
    throw broken(`${url} ended after ${arrived} of ${total} bytes`)
  }
}
