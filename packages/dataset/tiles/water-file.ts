import { readSections } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'

/** Files that were built under another one are built anew. Raised whenever the sources or the sections change. */
export const WATER_VERSION = '3'

/** To be named wherever the map is shown. */
export const WATER_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/** In memory that all threads may see. Throws a DatasetUnreadable when the file is missing or damaged. */
export async function readWater(file: string): Promise<Map<string, TypedArray>> {
  return await readSections(file, { shared: true })
}
