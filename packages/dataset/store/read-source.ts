import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFileSha256 } from './publish.ts'

/** Identifies the bytes a dataset was compiled from. */
export interface ExtractSource {
  readonly sha256: string
  readonly bytes: number
  /** Modification time of its newest file. */
  readonly modifiedMs: number
}

/**
 * An extract is a file or a folder of tiles. For a folder, the hash is that of the `sha256sum` output over its files.
 */
export async function readExtractSource(
  extract: string,
  onFraction: (fraction: number) => void,
): Promise<ExtractSource> {
  const { files, bytes, modifiedMs } = await readFileStats(extract)
  let readByteCount = 0
  const checksums: string[] = []
  for (const file of files) {
    const checksum = await computeFileSha256(join(extract, file), (count) => {
      readByteCount += count
      onFraction(readByteCount / bytes)
    })
    checksums.push(file === '' ? checksum : `${checksum}  ${file}\n`)
  }
  const sha256 = files[0] === '' ? (checksums[0] ?? '') : createHash('sha256').update(checksums.join('')).digest('hex')
  return { sha256, bytes, modifiedMs }
}

/** If the extract changed, the manifest would describe bytes other than those that were compiled. */
export async function hasExtractChanged(extract: string, source: ExtractSource): Promise<boolean> {
  const { bytes, modifiedMs } = await readFileStats(extract)
  return bytes !== source.bytes || modifiedMs !== source.modifiedMs
}

async function readFileStats(extract: string): Promise<{ files: string[]; bytes: number; modifiedMs: number }> {
  const files = (await stat(extract)).isDirectory() ? (await readdir(extract)).sort() : ['']
  const fileStats = await Promise.all(files.map((file) => stat(join(extract, file))))
  const fileFlags = fileStats.map((state) => state.isFile())
  return {
    files: files.filter((_, index) => fileFlags[index]),
    bytes: fileStats.reduce((sum, { size }, index) => sum + (fileFlags[index] ? size : 0), 0),
    modifiedMs: Math.max(0, ...fileStats.map(({ mtimeMs }) => mtimeMs)),
  }
}
