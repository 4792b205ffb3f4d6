import { join } from 'node:path'
import { readSections } from '../../format/read-sections.ts'
import { writeSections } from '../../format/write-sections.ts'
import { ROADS_FILE } from '../compile-region.ts'
import type { ManifestContent } from '../manifest.ts'
import type { WriteDataset } from '../publish.ts'
import type { StoredDataset } from '../region-folder.ts'

export const sampleManifestContent: ManifestContent = {
  source: { file: 'porto.osm.pbf', sha256: 'ab'.repeat(32), bytes: 3_170_430, timestamp: '2026-01-01T00:00:00Z' },
  attribution: '© OpenStreetMap contributors',
  boundingBox: { south: 41.1, west: -8.7, north: 41.2, east: -8.5 },
  counts: { nodes: 3, arcs: 4 },
  compile: { threads: 2, wallSeconds: 1.5, cpuSeconds: 2.1, peakMemoryBytes: 300_000_000 },
}

/** Returns a writer for a dataset whose elements all equal `value`, so that a mixture of two datasets is detectable. */
export function makeSampleWriter(value: number, length = 1000): WriteDataset {
  return async (folder) => {
    await writeSections(join(folder, ROADS_FILE), [
      ['nodes', new Uint32Array(length).fill(value)],
      ['arcs', new Uint8Array(length).fill(value)],
    ])
    return sampleManifestContent
  }
}

/** Reads a whole sample dataset. Throws an error if the dataset is inconsistent. */
export async function readSample({ folder, region }: StoredDataset): Promise<number> {
  const sections = await readSections(join(folder, ROADS_FILE), { region })
  const values = new Set([...sections.values()].flatMap((array) => [...array]))
  const [value] = values
  if (values.size !== 1 || typeof value !== 'number') throw new Error(`${folder} contains a mixture: ${[...values]}`)
  return value
}
