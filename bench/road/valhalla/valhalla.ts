import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileRoads } from '@fairway/dataset'
import { encodePolyline, flatDistanceMeters, parsePolylinePoints, seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { type NetworkName, Planner, plainProfiles, RouteShape, totalsOf } from '@fairway/road'
import { buildMetric } from '@fairway/road/testing'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../../bench.ts'
import type { Pair } from '../porto.ts'
import { openValhalla, type PeerRoute } from './open-valhalla.ts'

/**
 * Extract file and bounds (south, west, north, east) of the built-up part of each map. The bounds for Andorra
 * also include the mountains between its towns.
 */
const maps: Readonly<Record<string, readonly [file: string, box: readonly [number, number, number, number]]>> = {
  porto: ['porto-r5', [41.12, -8.7, 41.2, -8.55]],
  heidelberg: ['heidelberg-ors', [49.38, 8.63, 49.44, 8.73]],
  monaco: ['monaco-2025', [43.724, 7.408, 43.751, 7.44]],
  andorra: ['andorra-2026', [42.45, 1.45, 42.62, 1.7]],
}
const costings = { car: 'auto', foot: 'pedestrian', bicycle: 'bicycle' } as const

const PAIR_COUNT = 2000
const WORST_COUNT = 30
/**
 * Maximum distance between the snapped positions of both engines, in meters. Beyond this distance, their routes cannot
 * be compared.
 */
const SAME_PLACE_METERS = 10
const MIN_KILOMETERS = 0.3

/** Compares routes with those of another engine. This benchmark does not measure speed. */
export const valhalla: Benchmark = {
  async run(options) {
    const results: Compared[] = []
    for (const name of options.tiny ? ['monaco'] : Object.keys(maps)) {
      for (const network of ['car', 'foot', 'bicycle'] as const) results.push(await compare(name, network, options))
    }
    return report(results)
  },
}

interface Row {
  readonly pair: Pair
  readonly ours: PeerRoute
  readonly theirs: PeerRoute
}

interface Compared {
  readonly name: string
  readonly network: NetworkName
  readonly rows: readonly Row[]
  readonly otherEnds: number
  readonly onlyOurs: number
  readonly onlyTheirs: number
}

async function compare(
  name: string,
  network: NetworkName,
  { tiny, numbers, progress }: BenchOptions,
): Promise<Compared> {
  const [file = '', box = [0, 0, 0, 0]] = maps[name] ?? []
  const extract = sharedPath(`data/roads/${file}.osm.pbf`)
  if (!existsSync(extract)) throw new Error(`${extract} is missing`)
  progress(`compiling ${name} for ${network}`)
  const peer = await openValhalla(extract, name)
  const find = await openPlanner(extract, network)
  const count = tiny ? 20 : (numbers[0] ?? PAIR_COUNT)
  const random = seededRandom(24)
  const draw = (): readonly [number, number] => [
    box[0] + random() * (box[2] - box[0]),
    box[1] + random() * (box[3] - box[1]),
  ]
  const rows: Row[] = []
  const missed = { otherEnds: 0, onlyOurs: 0, onlyTheirs: 0 }
  for (let tries = 0; rows.length < count && tries < 20 * count; tries++) {
    const pair: Pair = [draw(), draw()]
    const [ours, theirs] = [find(pair), await peer.route(pair, costings[network])]
    if (!ours || !theirs) {
      if (ours) missed.onlyOurs++
      if (theirs) missed.onlyTheirs++
    } else if (!isSamePlace(ours, theirs)) missed.otherEnds++
    else if (theirs.kilometers >= MIN_KILOMETERS) rows.push({ pair, ours, theirs })
  }
  rows.sort((a, b) => difference(b) - difference(a))
  // These files are for viewing the lines on a map.
  const folder = fileURLToPath(new URL('../../../var/bench/valhalla', import.meta.url))
  await writeFile(join(folder, `${name}-${network}.json`), JSON.stringify(rows))
  return { name, network, rows, ...missed }
}

/** Compiles the map without elevations, because the tiles of the other engine have none. */
async function openPlanner(extract: string, network: NetworkName): Promise<(pair: Pair) => PeerRoute | undefined> {
  const ownMap = await compileRoads({ extract, threads: 1, onProgress() {} }, network)
  const metric = buildMetric(ownMap, undefined, plainProfiles[network])
  const planner = new Planner(ownMap)
  const shape = new RouteShape()
  return (pair) => {
    const stops = pair.map(([latitude, longitude]) => ({ latitude, longitude, heading: -1 }))
    const plan = planner.plan({ metric, stops, radiusMeters: 1000, alternatives: 0 })
    const leg = plan.kind === 'plan' ? plan.legs[0] : undefined
    if (!leg) return undefined
    const { distanceCm, durationCs } = totalsOf(ownMap.network, leg)
    shape.clear()
    shape.addLeg(ownMap.network, leg)
    const line = Array.from({ length: shape.length }, (_, index): [number, number] => [
      (shape.latitude[index] ?? 0) / 1e6,
      (shape.longitude[index] ?? 0) / 1e6,
    ])
    return { kilometers: distanceCm / 1e5, seconds: durationCs / 100, shape: encodePolyline(line, 6) }
  }
}

function isSamePlace(ours: PeerRoute, theirs: PeerRoute): boolean {
  const [a = [], b = []] = [ours, theirs].map(({ shape }) => parsePolylinePoints(shape, 6))
  return [0, -1].every((index) => {
    const [one, other] = [a.at(index), b.at(index)]
    return one && other && flatDistanceMeters(...one, ...other) <= SAME_PLACE_METERS
  })
}

function difference({ ours, theirs }: Row): number {
  return Math.abs(Math.log(ours.kilometers / theirs.kilometers))
}

function report(results: readonly Compared[]): BenchResult {
  const figures: Record<string, number> = {}
  const headerRow = [
    '',
    'pairs',
    'within 5 %',
    'within 10 %',
    'longer',
    'shorter',
    'time ratio',
    'other ends',
    'only ours',
    'only theirs',
  ]
  const table = [headerRow]
  const notes: string[] = []
  for (const { name, network, rows, otherEnds, onlyOurs, onlyTheirs } of results) {
    const ratios = rows.map(({ ours, theirs }) => ours.kilometers / theirs.kilometers)
    const share = (limit: number) =>
      round((100 * ratios.filter((ratio) => Math.abs(ratio - 1) <= limit).length) / rows.length)
    const within = share(0.1)
    const time = round(median(rows.map(({ ours, theirs }) => ours.seconds / theirs.seconds)), 3)
    figures[`${name}, ${network}: within 5 %`] = share(0.05)
    figures[`${name}, ${network}: within 10 %`] = within
    figures[`${name}, ${network}: time ratio`] = time
    const [longer, shorter] = [
      ratios.filter((ratio) => ratio > 1.1).length,
      ratios.filter((ratio) => ratio < 0.9).length,
    ]
    const counts = [longer, shorter, time, otherEnds, onlyOurs, onlyTheirs].map(String)
    table.push([`${name}, ${network}`, String(rows.length), `${share(0.05)} %`, `${within} %`, ...counts])
    notes.push(
      '',
      `${name}, ${network}: the ${WORST_COUNT} largest differences`,
      ...rows.slice(0, WORST_COUNT).map(describe),
    )
  }
  return { figures, table, notes }
}

function describe({ pair, ours, theirs }: Row): string {
  const [from, to] = pair.map((point) => point.map((degrees) => degrees.toFixed(5)).join(','))
  return `${ours.kilometers.toFixed(2)} km instead of ${theirs.kilometers.toFixed(2)}: ${from} to ${to}`
}
