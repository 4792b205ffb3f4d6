import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileExtract } from '@fairway/dataset/compile.ts'
import { readSections } from '@fairway/dataset/format/read-sections.ts'
import { montevideoTiles } from '@fairway/dataset/osm/embedded.ts'
import { compileRegion, ROADS_FILE } from '@fairway/dataset/store/compile-region.ts'
import { DatasetStore } from '@fairway/dataset/store/dataset-store.ts'
import type { MetricSpec, RegionHandle } from '../../apps/server/engines/handles.ts'
import type { AskMetric } from '../../apps/server/engines/region.ts'
import { type PreparedMap, prepareMap, weigh } from '../../apps/server/engines/weigh.ts'

/** The embedded map, compiled once per test run by tests/global-setup.ts. */
export const mapsDir = join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules/.cache/fairway-test-maps')

export async function compileEmbedded(): Promise<void> {
  mkdirSync(mapsDir, { recursive: true })
  const options = { extract: montevideoTiles(), region: 'montevideo', dataDir: mapsDir, threads: 1, onProgress() {} }
  await compileRegion(options, compileExtract)
}

/** Maps for a service in this process, and the metrics that the workshop would make. */
export interface TestMaps {
  readonly regions: readonly RegionHandle[]
  readonly weigh: AskMetric
}

export async function openMaps(dataDir = mapsDir): Promise<TestMaps> {
  const served = [...(await new DatasetStore(dataDir).listCurrent()).values()]
  const prepared = new Map<string, PreparedMap>()
  const regions = await Promise.all(
    served.map(async ({ region, id, folder, manifest }) => {
      const sections = await readSections(join(folder, ROADS_FILE), { shared: true })
      prepared.set(id, prepareMap(sections))
      const { attribution, boundingBox } = manifest
      return { region, dataset: id, attribution, boundingBox, sections }
    }),
  )
  return {
    regions,
    async weigh({ dataset, spec }: { dataset: string; spec: MetricSpec }) {
      const map = prepared.get(dataset)
      if (!map) throw new Error(`dataset ${dataset} is not loaded`)
      return weigh(map, spec)
    },
  }
}
