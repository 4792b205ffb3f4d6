import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TypedArray } from '../format/typed-array.ts'
import { writeSections } from '../format/write-sections.ts'
import { syncPath } from './durable.ts'
import { createOwnerMark } from './owner-mark.ts'

/**
 * Stores computed sections for the next start. The write is atomic, so readers never see a partial file, even after a
 * power failure.
 */
export async function writeSectionsAtomically(
  file: string,
  sections: Iterable<readonly [string, TypedArray]>,
): Promise<void> {
  const folder = dirname(file)
  const temporaryFile = join(folder, `${createOwnerMark()}.part`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeSections(temporaryFile, sections)
    await syncPath(temporaryFile)
    await rename(temporaryFile, file)
    await syncPath(folder)
  } finally {
    await rm(temporaryFile, { force: true })
  }
}
