import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { compileExtract, compileRegion, DatasetStore, montevideoTilesFolder } from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'

/**
 * This file provides the extract, points and pairs of the reference measurements. If they are not available, the
 * embedded map is used.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
export const portoFile = sharedPath('data/roads/porto-r5.osm.pbf')
const points = sharedPath('data/bench/porto-points.json')
const replies = sharedPath('data/bench/porto-osrm-replies.json.gz')

export type Pair = readonly [readonly [number, number], readonly [number, number]]

export interface BenchMap {
  readonly name: string
  /** Data folder with the compiled region. */
  readonly dataDir: string
  readonly extract: string
  readonly pairs: readonly Pair[]
  /** Distances in meters and durations in seconds of OSRM's routes for the pairs. Null where unknown. */
  readonly osrm: readonly (readonly [number, number] | null)[]
}

/** Returns the map and compiles it if necessary. `tiny` selects the small map. */
export async function benchMap(tiny: boolean, progress: (text: string) => void): Promise<BenchMap> {
  const isPorto = !tiny && existsSync(portoFile)
  const name = isPorto ? 'porto' : 'montevideo'
  const dataDir = join(root, 'var/bench', name)
  const file = isPorto ? portoFile : montevideoTilesFolder()
  if ((await new DatasetStore(dataDir).listCurrent()).size === 0) {
    progress(`compiling ${name}`)
    await compileRegion({ extract: file, region: name, dataDir, threads: 1, onProgress() {} }, compileExtract)
  }
  return { name, dataDir, extract: file, ...(isPorto ? portoPairs() : { pairs: drawnPairs(), osrm: [] }) }
}

function portoPairs(): Pick<BenchMap, 'pairs' | 'osrm'> {
  const given = JSON.parse(readFileSync(points, 'utf8')) as { points: [number, number][]; pairs: [number, number][] }
  const answers = JSON.parse(gunzipSync(readFileSync(replies)).toString()) as { routes_m_s: [number, number][] }
  const at = (index: number) => given.points[index] ?? [0, 0]
  return { pairs: given.pairs.map(([a, b]): Pair => [at(a), at(b)]), osrm: answers.routes_m_s }
}

/** Returns fixed pairs of pseudorandom points all over Montevideo. */
function drawnPairs(): Pair[] {
  let state = 20_260_616
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const point = (): [number, number] => [-34.9 + 0.06 * random(), -56.2 + 0.1 * random()]
  return Array.from({ length: 200 }, (): Pair => [point(), point()])
}
