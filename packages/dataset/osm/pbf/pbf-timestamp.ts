import { UnreadableExtract } from '../unreadable-extract.ts'
import { decodeHeaderBlob, readBlobs } from './pbf.ts'

/** Up to when an .osm.pbf has everything, ISO 8601; undefined when it does not say, and for files of other formats. */
export async function findTimestamp(file: string): Promise<string | undefined> {
  try {
    for await (const blob of readBlobs(file)) return decodeHeaderBlob(file, blob).timestamp
  } catch (error) {
    // Whoever reads the whole file says what is wrong with it.
    if (!(error instanceof UnreadableExtract || (error as NodeJS.ErrnoException).code)) throw error
  }
  return undefined
}
