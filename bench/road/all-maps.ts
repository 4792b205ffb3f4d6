import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  compileExtract,
  compileRegion,
  DatasetStore,
  fromRoadSections,
  montevideoTilesFolder,
  ROADS_FILE,
  readSections,
} from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'
import { annotateTurns, buildGuidanceIndex, type RoadMap, withManeuvers } from '@fairway/road'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface NamedMap {
  readonly name: string
  readonly map: RoadMap
}

/**
 * Returns the names of all shared extracts and of the embedded map. If there are no extracts, or `tiny` is set, the
 * embedded map is the only map.
 */
export function listMapNames(tiny: boolean): string[] {
  return tiny ? ['montevideo'] : [...Object.keys(extractFiles()), 'montevideo']
}

/**
 * Opens a map, which is compiled once and stored in var/bench. Maneuvers are computed again, because their rules change
 * more often than the other parts of the compiler.
 */
export async function openMap(name: string, progress: (text: string) => void): Promise<NamedMap> {
  const extract = extractFiles()[name] ?? montevideoTilesFolder()
  const dataDir = join(root, 'var/bench', name)
  const store = new DatasetStore(dataDir)
  if (!(await store.findCurrent(name))) {
    progress(`compiling ${name}`)
    await compileRegion({ extract, region: name, dataDir, threads: 1, onProgress() {} }, compileExtract)
  }
  const dataset = await store.findCurrent(name)
  if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
  const map = fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE)))
  const network = withManeuvers(map.network, annotateTurns(map.network))
  return { name, map: { ...map, network, guidance: buildGuidanceIndex(network) } }
}

/**
 * Returns the extract files by region name. For example, porto-r5.osm.pbf is the region porto, which other benchmarks
 * also use.
 */
function extractFiles(): Record<string, string> {
  const files = globSync('*.osm.pbf', { cwd: sharedPath('data/roads') }).sort()
  return Object.fromEntries(
    files.map((file) => [basename(file).replace(/-[^-]*\.osm\.pbf$/, ''), join(sharedPath('data/roads'), file)]),
  )
}
