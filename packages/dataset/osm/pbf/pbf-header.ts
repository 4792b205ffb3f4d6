import { UnreadableExtract } from '../unreadable-extract.ts'
import { decodeHeaderBlob, type PbfHeader, readBlobs } from './pbf.ts'

/** Returns the header of an .osm.pbf file, or undefined if the file is in another format or cannot be read. */
export async function findHeader(file: string): Promise<PbfHeader | undefined> {
  try {
    for await (const blob of readBlobs(file)) return decodeHeaderBlob(file, blob)
  } catch (error) {
    // Ignore read errors here, because reading the whole file reports them.
    if (!(error instanceof UnreadableExtract || (error as NodeJS.ErrnoException).code)) throw error
  }
  return undefined
}

/**
 * Returns the timestamp up to which an .osm.pbf file is complete, in ISO 8601 format. Returns undefined if the file has
 * no timestamp, is in another format or cannot be read.
 */
export async function findTimestamp(file: string): Promise<string | undefined> {
  return (await findHeader(file))?.timestamp
}
