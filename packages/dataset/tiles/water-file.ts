import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readSections } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'
import { writeSections } from '../format/write-sections.ts'
import { syncPath } from '../store/durable.ts'
import { createMark } from '../store/owner-mark.ts'

/** Files that were built under another one are built anew. Raised whenever the sources or the sections change. */
export const WATER_VERSION = '3'

/** To be named wherever the map is shown. */
export const WATER_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/** Keeps it for the next start. Whoever reads the file sees all of it or nothing. */
export async function writeWater(sections: ReadonlyMap<string, TypedArray>, file: string): Promise<void> {
  const folder = dirname(file)
  const beside = join(folder, `${createMark()}.part`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeSections(beside, sections)
    await syncPath(beside)
    await rename(beside, file)
    await syncPath(folder)
  } finally {
    await rm(beside, { force: true })
  }
}

/** In memory that all threads may see. Throws a DatasetUnreadable when the file is missing or damaged. */
export async function readWater(file: string): Promise<Map<string, TypedArray>> {
  return await readSections(file, { shared: true })
}
