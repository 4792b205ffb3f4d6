import { readFile } from 'node:fs/promises'
import { type CompiledRegion, type CompileExtract, type CompileOptions, UnreadableExtract } from '@fairway/dataset'

/**
 * Fake compiler that writes one section with the bytes of the extract. A file that starts with "bad" counts as damaged.
 */
export const fakeCompiler: CompileExtract = async ({
  extract,
  onProgress,
}: CompileOptions): Promise<CompiledRegion> => {
  onProgress({ stage: 'reading ways', fraction: 0.5 })
  const bytes = new Uint8Array(await readFile(extract))
  if (Buffer.from(bytes).toString('latin1', 0, 3) === 'bad') {
    throw new UnreadableExtract(extract, 17, 'a block cannot be decompressed', 'download it again')
  }
  onProgress({ stage: 'building roads', fraction: 1 })
  return {
    sections: [['bytes', bytes]],
    boundingBox: { south: 43.7, west: 7.4, north: 43.76, east: 7.45 },
    counts: { nodes: 12_345, arcs: 6 },
    attribution: '© OpenStreetMap contributors',
    dataTimestamp: '2026-11-14T20:21:22Z',
  }
}
