import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import { buildMatchMap, closuresWhen, Matcher, type PlannedLeg, Planner, type RoadMap, type Track } from '@fairway/road'
import {
  addShares,
  agree,
  buildMetric,
  hasHof,
  hofMap,
  noShares,
  type Point,
  randomLeg,
  readHof,
  type SimulatedTrip,
  simulate,
  trackOf,
} from '@fairway/road/testing'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { benchMap } from './porto.ts'

const pointsFile = sharedPath('data/bench/porto-points.json')

/** OSRM 6.0.0 needs 3,663 µs (CH) or 2,661 µs (MLD) of CPU for a trace of 100 points over HTTP (design/anchors.md). */
const OSRM_POINTS_PER_SECOND = Math.round(100 / 2661e-6)
const BAR_POINTS_PER_SECOND = 10_000

interface Row {
  readonly label: string
  readonly name: string
  readonly points: number
  readonly perSecond: number
  /** The share of the driven path that was covered, and the share of the matched path that is correct. */
  readonly covered?: number
  readonly right?: number
}

/** Map matching alone, on one thread, without HTTP. */
export const match: Benchmark = {
  about:
    'map matching: points per second on one thread, and the share of the distance matched correctly, on Porto and on tracks of Hof',
  async run(options) {
    const { name, map } = await openMap(options)
    const rows = [...measureMap(map, name, options), ...(hasHof && !options.tiny ? [await measureHof(options)] : [])]
    return { figures: toFigures(rows, name), table: toTable(rows), notes: notesOf(name) }
  },
}

async function openMap({ tiny, progress }: BenchOptions): Promise<{ name: string; map: RoadMap }> {
  const { name, dataDir } = await benchMap(tiny, progress)
  const dataset = await new DatasetStore(dataDir).findCurrent(name)
  if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
  return { name, map: fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE))) }
}

function measureMap(map: RoadMap, name: string, { tiny, progress }: BenchOptions): Row[] {
  const metric = buildMetric(
    map,
    closuresWhen(map.network, () => false),
  )
  const matcher = new Matcher(buildMatchMap(map, metric))
  const planner = new Planner(map)
  const random = seededRandom(7)
  const legs: PlannedLeg[] = []
  while (legs.length < (tiny ? 2 : 40)) {
    const leg = randomLeg(planner, metric, random)
    if (leg) legs.push(leg)
  }
  const rows: Row[] = []
  if (name === 'porto') {
    progress('traces')
    const traces = readTraces()
    rows.push({ label: '20 traces of 100 points', name: 'traces', points: 2000, perSecond: speedOf(matcher, traces) })
  }
  for (const everySeconds of tiny ? [5] : [1, 5, 15, 30, 60]) {
    for (const noiseMeters of tiny ? [4] : [4, 10]) {
      progress(`every ${everySeconds} s with ${noiseMeters} m of noise`)
      const drives = legs.map((leg) => simulate(map.network, leg, { everySeconds, noiseMeters }, random))
      rows.push({
        label: `simulated, every ${everySeconds} s, ${noiseMeters} m of noise`,
        name: `every${everySeconds}s${noiseMeters}m`,
        ...measureDrives(map, matcher, drives),
      })
    }
  }
  return rows
}

function measureDrives(map: RoadMap, matcher: Matcher, drives: readonly SimulatedTrip[]): Omit<Row, 'label' | 'name'> {
  let [driven, matched, common] = [0, 0, 0]
  for (const { leg, track } of drives) {
    const agreement = agree(map.network, leg, matcher.match(track))
    driven += agreement.driven
    matched += agreement.matched
    common += agreement.common
  }
  const tracks = drives.map(({ track }) => track)
  const perSecond = speedOf(matcher, tracks)
  return { points: countPoints(tracks), perSecond, covered: common / driven, right: common / matched }
}

async function measureHof({ progress }: BenchOptions): Promise<Row> {
  progress('Hof')
  const drives = readHof()
  const map = await hofMap(drives)
  const matcher = new Matcher(buildMatchMap(map, buildMetric(map)))
  const sum = noShares()
  for (const { track, truth } of drives) addShares(sum, map.network, truth, matcher.match(track))
  const tracks = drives.map(({ track }) => track)
  return {
    label: '263 real tracks around Hof',
    name: 'hof',
    points: countPoints(tracks),
    perSecond: speedOf(matcher, tracks),
    covered: sum.covered / sum.driven,
    right: sum.right / sum.matched,
  }
}

/** The best of several rounds, because other processes share the machine. */
function speedOf(matcher: Matcher, tracks: readonly Track[]): number {
  let best = 0
  for (let i = 0; i < 5; i++) {
    const before = process.cpuUsage()
    for (const track of tracks) matcher.match(track)
    const { user, system } = process.cpuUsage(before)
    best = Math.max(best, (1e6 * countPoints(tracks)) / Math.max(1, user + system))
  }
  return Math.round(best)
}

function countPoints(tracks: readonly Track[]): number {
  return tracks.reduce((sum, { count }) => sum + count, 0)
}

function readTraces(): Track[] {
  if (!existsSync(pointsFile)) return []
  const { traces } = JSON.parse(readFileSync(pointsFile, 'utf8')) as {
    traces: { coordinates: Point[]; timestamps: number[] }[]
  }
  return traces.map(({ coordinates, timestamps }) => trackOf(coordinates, timestamps))
}

function toTable(rows: readonly Row[]): string[][] {
  const share = (value: number | undefined) => (value === undefined ? '' : `${round(100 * value, 1)} %`)
  return [
    ['', 'points', 'points/s', 'bar', 'covered', 'right'],
    ...rows.map(({ label, points, perSecond, covered, right }) => [
      label,
      points.toLocaleString('en'),
      perSecond.toLocaleString('en'),
      BAR_POINTS_PER_SECOND.toLocaleString('en'),
      share(covered),
      share(right),
    ]),
  ]
}

function toFigures(rows: readonly Row[], map: string): BenchResult['figures'] {
  const figures: Record<string, number | string> = { map }
  for (const { name, perSecond, covered, right } of rows) {
    figures[`${name}PointsPerSecond`] = perSecond
    if (covered !== undefined) figures[`${name}Found`] = round(covered, 4)
    if (right !== undefined) figures[`${name}Right`] = round(right, 4)
  }
  return figures
}

function notesOf(map: string): string[] {
  return [
    `On ${map}, one thread, CPU time. covered: share of the driven distance; right: share of the matched distance.`,
    `OSRM matches ${OSRM_POINTS_PER_SECOND.toLocaleString('en')} points/s of the same traces (MLD, HTTP included).`,
    'Hof: a network of the true lines, every street in both directions.',
  ]
}
