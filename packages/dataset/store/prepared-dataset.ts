import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DATASET_FORMAT } from '../format/header.ts'
import { TerrainFolder } from '../terrain/terrain-folder.ts'
import { DatasetStore } from './dataset-store.ts'
import { readSources } from './read-source.ts'
import type { StoredDataset } from './region-folder.ts'

interface PreparedOptions {
  /** Data folder with a dataset that was compiled in advance, without elevation tiles. */
  readonly preparedDir: string
  readonly region: string
  /** Extract from which the dataset must have been compiled. */
  readonly extract: string
}

/** The prepared dataset, or the reason why the extract must be compiled instead. */
type PreparedDataset = { readonly dataset: StoredDataset } | { readonly why: string }

/** Finds the dataset that compiling the extract would produce. The caller checks the version of the compiler. */
export async function findPrepared({ preparedDir, region, extract }: PreparedOptions): Promise<PreparedDataset> {
  const regions = await new DatasetStore(preparedDir).listRegions()
  const regionDatasets = regions.find((storedRegion) => storedRegion.region === region)
  const dataset = regionDatasets?.datasets[0]
  if (!dataset) return { why: regionDatasets?.unusable[0]?.why ?? 'there is none' }
  const { format } = dataset.manifest
  if (format !== DATASET_FORMAT) return { why: `it has format ${format} instead of ${DATASET_FORMAT}` }
  const { sha256 } = await readSources([extract], () => {})
  return sha256 === dataset.manifest.source.sha256 ? { dataset } : { why: 'it was compiled from another extract' }
}

/**
 * Publishes a copy of the prepared dataset in the data folder if compiling the extract there would produce the same
 * dataset.
 */
export async function publishPrepared(
  options: PreparedOptions & { readonly dataDir: string },
): Promise<PreparedDataset> {
  const { dataDir, region } = options
  const terrain = new TerrainFolder(dataDir)
  terrain.refresh()
  if (!terrain.isEmpty) return { why: 'it has no elevations, but the data folder has elevation tiles' }
  const preparedDataset = await findPrepared(options)
  if ('why' in preparedDataset) return preparedDataset
  const { folder, manifest } = preparedDataset.dataset
  const files: [string, Uint8Array][] = []
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    const content = await readFile(join(folder, name)).catch(() => undefined)
    if (content === undefined || createHash('sha256').update(content).digest('hex') !== sha256)
      return { why: `${name} is damaged` }
    files.push([name, content])
  }
  const dataset = await new DatasetStore(dataDir).publish(region, async (target) => {
    // Write new files, because copies would keep the permissions of the originals.
    for (const [name, content] of files) await writeFile(join(target, name), content)
    return manifest
  })
  return { dataset }
}
