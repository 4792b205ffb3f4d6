import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { computeFileMd5, findPublishedMd5 } from '../../platform/transfer/md5.ts'
import { PartialFile } from '../../platform/transfer/partial-file.ts'
import { openUrl } from '../../platform/transfer/request.ts'
import { defaultRetries, withRetries } from '../../platform/transfer/retries.ts'
import { transferFile } from '../../platform/transfer/transfer.ts'

/** Stage of the compile process during the download. The other stages are those of the compiler. */
export const DOWNLOAD_STAGE = 'downloading'

const STALL_MS = 60_000

/**
 * Downloads an extract and compares it with the checksum that the mirror publishes, if any. A download that was
 * interrupted continues at the same byte.
 */
export async function downloadExtract(
  url: string,
  file: string,
  onProgress: (fraction: number) => void,
): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const partialFile = new PartialFile(file)
  const onBytes = (receivedBytes: number, total: number | null) => onProgress(total ? receivedBytes / total : 0)
  const transfer = () => transferFile({ url, partialFile, stallMs: STALL_MS, onBytes })
  await withRetries(defaultRetries, transfer, () => undefined)
  const publishedMd5 = await withRetries(
    defaultRetries,
    () => findPublishedMd5(url, STALL_MS),
    () => undefined,
  )
  if (publishedMd5 !== undefined && (await computeFileMd5(partialFile.path)) !== publishedMd5) {
    await partialFile.discard()
    throw new Error(`${url} does not match the checksum of the mirror; try again later`)
  }
  await partialFile.complete()
}

/** Time without a reply after which the mirror is unavailable. A user waits for the size. */
const SIZE_STALL_MS = 15_000

/** Returns the size of an extract in bytes. Throws DownloadError or RetryableError like a download. */
export async function fetchExtractSize(url: string): Promise<number> {
  const { response, close } = await openUrl(url, { stallMs: SIZE_STALL_MS })
  close()
  return Number(response.headers.get('content-length') ?? 0)
}
