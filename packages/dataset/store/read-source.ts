import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { CompileProgress } from '../compile-options.ts'
import { computeFileSha256 } from './publish.ts'

/** Identifies the bytes from which a dataset was compiled. */
export interface ExtractSource {
  readonly sha256: string
  readonly bytes: number
  /** Modification time of the newest file, in milliseconds. */
  readonly modifiedMs: number
}

/** Identifies the bytes of all extracts of a dataset. */
export interface ExtractSources {
  /** Name of the file, or the names of multiple files. */
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  readonly parts: readonly (ExtractSource & { readonly extract: string })[]
}

/** Reads the hashes of all extracts. For multiple extracts, the hash covers the `sha256sum` output for all of them. */
export async function readSources(
  extracts: readonly string[],
  onProgress: (progress: CompileProgress) => void,
): Promise<ExtractSources> {
  const parts: (ExtractSource & { readonly extract: string })[] = []
  for (const extract of extracts) {
    const onFraction = (fraction: number) =>
      onProgress({ stage: 'checking the extract', fraction: (parts.length + fraction) / extracts.length })
    parts.push({ extract, ...(await readExtractSource(extract, onFraction)) })
  }
  const names = extracts.map((extract) => basename(extract))
  const sums = parts.map(({ sha256 }, index) => `${sha256}  ${names[index]}\n`)
  return {
    file: names.join(' + '),
    sha256: parts.length === 1 ? (parts[0]?.sha256 ?? '') : createHash('sha256').update(sums.join('')).digest('hex'),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    parts,
  }
}

/**
 * Reads the hash of an extract, which is a file or a folder of tiles. For a folder, the hash covers the `sha256sum`
 * output for its files.
 */
async function readExtractSource(extract: string, onFraction: (fraction: number) => void): Promise<ExtractSource> {
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

/** Returns whether the extract changed during compilation, so that the manifest would describe different bytes. */
export async function hasExtractChanged(
  extract: string,
  source: Pick<ExtractSource, 'bytes' | 'modifiedMs'>,
): Promise<boolean> {
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
