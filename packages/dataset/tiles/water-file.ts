import { readSections } from '../format/read-sections.ts'
import type { TypedArray } from '../format/typed-array.ts'

/** Files built with another version are rebuilt. Increment it whenever the sources or the sections change. */
export const WATER_VERSION = '3'

/** Required attribution wherever the map is shown. */
export const WATER_ATTRIBUTION = '© OpenStreetMap contributors (ODbL 1.0)'

/** Reads into memory shared by all threads. Throws a DatasetUnreadable if the file is missing or damaged. */
export async function readWater(file: string): Promise<Map<string, TypedArray>> {
  return await readSections(file, { shared: true })
}
