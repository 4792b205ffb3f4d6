import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import {
  compileExtract,
  compileRegion,
  DatasetStore,
  montevideoTilesFolder,
  ROADS_FILE,
  readSections,
  type StoredDataset,
} from '@fairway/dataset'
import type { PathAttributes, RoadMetric, Triangles } from '@fairway/road'
import { MapCustomizer } from '../../../apps/server/maps/metrics/map-customizer.ts'
import type { PathAttributeKind } from '../../../apps/server/maps/metrics/path-attributes.ts'
import type { RegionHandle } from '../../../apps/server/maps/regions/handles.ts'
import type { MapCustomization } from '../../../apps/server/maps/regions/region.ts'
import { publishCopy } from './small-map.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Environment variable that passes the folder name from the setup to the tests. The folder must stay the same even if
 * sources change during a test run.
 */
const FOLDER_VARIABLE = 'TEST_MAPS_DIR'

/**
 * Returns the data folder with the bundled map, which tests/global-setup.ts compiles before the first test. The folder
 * name is a hash of the compiler sources, so a change there recompiles the map.
 */
export function mapsDir(): string {
  return process.env[FOLDER_VARIABLE] ?? join(root, 'node_modules/.cache/fairway-maps', sourceHash())
}

function sourceHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['packages/dataset', 'packages/places', 'packages/road', 'packages/geo']) {
    for (const file of globSync('**/*.ts', { cwd: join(root, folder) }).sort()) {
      if (!file.endsWith('.test.ts')) hash.update(file).update(readFileSync(join(root, folder, file)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

export async function compileEmbeddedMap(): Promise<void> {
  const dataDir = mapsDir()
  process.env[FOLDER_VARIABLE] = dataDir
  if ((await new DatasetStore(dataDir).listCurrent()).size > 0) return
  const options = { extract: montevideoTilesFolder(), region: 'montevideo', dataDir, threads: 1, onProgress() {} }
  await compileRegion(options, compileExtract)
}

/** Publishes the bundled map in another data folder. A repeated call creates a newer dataset with the same content. */
export async function publishEmbedded(dataDir: string, region = 'montevideo'): Promise<StoredDataset> {
  const compiled = await new DatasetStore(mapsDir()).findCurrent('montevideo')
  if (!compiled) throw new Error('the setup compiles the embedded map')
  return await publishCopy(compiled, dataDir, region)
}

/** Maps for a service in this process, with their customization worker. */
export interface TestMaps extends MapCustomization {
  readonly regions: readonly RegionHandle[]
  readonly customizer: MapCustomizer
}

/** Bundled map, which all files of a worker share. Opening and customizing it per file would take a minute per run. */
let bundled: Promise<TestMaps> | undefined

/**
 * Opens the maps of a data folder. The bundled map is opened once per worker, because datasets, metrics and traffic
 * versions never change.
 */
export async function openMaps(dataDir = mapsDir()): Promise<TestMaps> {
  if (dataDir !== mapsDir()) return await openFolder(dataDir)
  bundled ??= openBundledMap(dataDir)
  return { ...(await bundled) }
}

async function openFolder(dataDir: string): Promise<TestMaps> {
  const served = [...(await new DatasetStore(dataDir).listCurrent()).values()]
  const customizer = new MapCustomizer()
  const regions = await Promise.all(
    served.map(async ({ region, id, folder, manifest }) => {
      const sections = await readSections(join(folder, ROADS_FILE), { shared: true })
      const { attribution, boundingBox } = manifest
      const handle = { region, dataset: id, attribution, boundingBox, sections }
      customizer.add(handle)
      return handle
    }),
  )
  return {
    regions,
    customizer,
    customize: async (what) => customizer.customize(what),
    getMatchingData: async (what) => customizer.getMatchingData(what),
    computePathAttributes: async (what) => customizer.computePathAttributes(what),
    computeLivePathAttributes: async (what) => customizer.computeLivePathAttributes(what),
    announceMatrices: async ({ dataset }) => customizer.announceMatrices(dataset, Date.now()),
  }
}

async function openBundledMap(dataDir: string): Promise<TestMaps> {
  const maps = await openFolder(dataDir)
  // The customizer releases unused triangles after a few seconds. These references keep them until the worker ends.
  for (const { triangles } of maps.customizer.list().values()) bundledTriangles.add(triangles.get())
  const metrics = new Map<string, Promise<RoadMetric>>()
  const attributes = new WeakMap<RoadMetric, Map<PathAttributeKind, Promise<PathAttributes>>>()
  return {
    ...maps,
    customize: async (what) => {
      // Metrics with traffic are rarely requested twice.
      if (what.spec.traffic) return await maps.customize(what)
      const key = serialize(what).toString('latin1')
      const metric = metrics.get(key) ?? maps.customize(what)
      metrics.delete(key)
      metrics.set(key, metric)
      const [oldest] = metrics.keys()
      if (metrics.size > MAX_METRICS && oldest !== undefined) metrics.delete(oldest)
      return await metric
    },
    computePathAttributes: async (what) => {
      const ofMetric = attributes.get(what.metric) ?? new Map<PathAttributeKind, Promise<PathAttributes>>()
      attributes.set(what.metric, ofMetric)
      const built = ofMetric.get(what.kind) ?? maps.computePathAttributes(what)
      ofMetric.set(what.kind, built)
      return await built
    },
  }
}

const bundledTriangles = new Set<Triangles>()
/** Maximum number of metrics of the bundled map that are kept, about 10 MB each. */
const MAX_METRICS = 16
