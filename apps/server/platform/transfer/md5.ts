import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DownloadError } from './download-failed.ts'
import { openUrl } from './request.ts'

const MAX_LINE_LENGTH = 64

/**
 * Returns the MD5 checksum that the mirror publishes. Mirrors publish the checksum of FILE in FILE.md5, in the format
 * of md5sum.
 */
export async function findPublishedMd5(url: string, stallMs: number): Promise<string | undefined> {
  try {
    const openedResponse = await openUrl(`${url}.md5`, { stallMs })
    let firstLine = ''
    // Only the first line is read, because a mirror may return an HTML page of any length.
    for (
      let chunk = await openedResponse.read();
      chunk && firstLine.length < MAX_LINE_LENGTH;
      chunk = await openedResponse.read()
    ) {
      firstLine += Buffer.from(chunk).toString('latin1')
    }
    openedResponse.close()
    return /^\s*([0-9a-f]{32})(?![0-9a-f])/i.exec(firstLine)?.[1]?.toLowerCase()
  } catch (error) {
    if (error instanceof DownloadError) return undefined
    throw error
  }
}

export async function computeFileMd5(file: string, onBytes?: (count: number) => void): Promise<string> {
  const hash = createHash('md5')
  const reader = createReadStream(file, { highWaterMark: 1024 * 1024 })
  if (onBytes) reader.on('data', (chunk) => onBytes(chunk.length))
  await pipeline(reader, hash)
  return hash.digest('hex')
}
