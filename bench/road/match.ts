import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import {
  buildMatchMap,
  closuresWhen,
  type PlannedLeg,
  Planner,
  type RoadMap,
  TraceMatcher,
  type Track,
  toTraceModel,
  travelProfiles,
  withArcDurations,
} from '@fairway/road'
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
  simulate,
  trackOf,
} from '@fairway/road/testing'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { openMap } from './all-maps.ts'
import { portoFile } from './porto.ts'

const pointsFile = sharedPath('data/bench/porto-points.json')

/**
 * CPU time of OSRM per point, in microseconds. OSRM 6.0.0 (CH) takes 3,663 µs for a trace of 100 points over HTTP
 * (../shared/design/anchors.md).
 */
const OSRM_MICROSECONDS = 37
/** Seed of the reported traces. The model was tuned with seed 1001. */
const SEED = 7
const intervals = [1, 10, 30, 60] as const
/**
 * Targets by interval in seconds: minimum fraction of the driven path that is found, and of the matched path that is
 * correct.
 */
const bars: Readonly<Record<number, number>> = { 1: 0.98, 10: 0.97, 30: 0.95, 60: 0.9 }
const profiles = ['car', 'bicycle', 'foot'] as const
type Profile = (typeof profiles)[number]
/** Range of trip lengths by profile, in meters. */
const tripMeters: Readonly<Record<Profile, readonly [number, number]>> = {
  car: [1500, 60_000],
  bicycle: [1000, 8000],
  foot: [800, 3000],
}

interface Row {
  readonly map: string
  readonly profile: string
  readonly everySeconds: number | undefined
  readonly noiseMeters: number | undefined
  readonly points: number
  readonly microseconds: number
  /** Fraction of the driven path that was found. `right` is the fraction of the matched path that is correct. */
  readonly found?: number
  readonly right?: number
}

/** Measures map matching alone, on one thread, without HTTP. */
export const match: Benchmark = {
  async run(options) {
    const rows: Row[] = []
    for (const name of options.tiny || !existsSync(portoFile) ? ['montevideo'] : ['porto', 'heidelberg', 'monaco']) {
      for (const profile of profiles) rows.push(...(await measureProfile(name, profile, options)))
    }
    if (hasHof && !options.tiny) rows.push(await measureHof(options))
    return { figures: toFigures(rows), table: toTable(rows), notes }
  },
}

async function measureProfile(name: string, profileName: Profile, { tiny, progress }: BenchOptions): Promise<Row[]> {
  progress(`${name}, ${profileName}`)
  await openMap(name, progress)
  const map = await openNetwork(name, profileName)
  const profile = travelProfiles[profileName]
  const metric = buildMetric(
    map,
    closuresWhen(map.network, () => false),
    profile,
  )
  const matcher = new TraceMatcher(buildMatchMap(map, metric))
  const match = (track: Track) => matcher.match(track, toTraceModel(profile.network))
  const random = seededRandom(SEED)
  const legs = randomLegs(map, metric, tripMeters[profileName], tiny ? 2 : 20, random)
  const network = withArcDurations(map.network, metric)
  const rows: Row[] = []
  if (name === 'porto' && profileName === 'car') {
    const traces = readTraces()
    const plain = { everySeconds: 4, noiseMeters: undefined }
    rows.push({
      map: name,
      profile: '20 traces of 100',
      ...plain,
      points: 2000,
      microseconds: cpuPerPoint(match, traces),
    })
  }
  for (const everySeconds of tiny ? [10] : intervals) {
    for (const noiseMeters of tiny ? [5] : [5, 10, 20]) {
      const trips = legs.map((leg) => simulate(network, leg, { everySeconds, noiseMeters }, random))
      let [driven, matched, common] = [0, 0, 0]
      for (const { leg, track } of trips) {
        const agreement = agree(map.network, leg, match(track))
        driven += agreement.driven
        matched += agreement.matched
        common += agreement.common
      }
      const tracks = trips.map(({ track }) => track)
      const microseconds = cpuPerPoint(match, tracks)
      const shares = { found: common / driven, right: common / matched }
      rows.push({
        map: name,
        profile: profileName,
        everySeconds,
        noiseMeters,
        points: countPoints(tracks),
        microseconds,
        ...shares,
      })
    }
  }
  return rows
}

async function openNetwork(name: string, profile: Profile): Promise<RoadMap> {
  const dataDir = join(import.meta.dirname, '../../var/bench', name)
  const dataset = await new DatasetStore(dataDir).findCurrent(name)
  if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
  return fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE)), travelProfiles[profile].network)
}

function randomLegs(
  map: RoadMap,
  metric: ReturnType<typeof buildMetric>,
  [shortest, longest]: readonly [number, number],
  count: number,
  random: () => number,
): PlannedLeg[] {
  const { arcs, edges } = map.network
  const planner = new Planner(map)
  const legs: PlannedLeg[] = []
  while (legs.length < count) {
    const leg = randomLeg(planner, metric, random)
    const meters = leg
      ? leg.arcs.reduce((sum, arc) => sum + (edges.lengthCm[(arcs.edgeSide[arc] ?? 0) >>> 1] ?? 0) / 100, 0)
      : 0
    if (leg && meters >= shortest && meters <= longest) legs.push(leg)
  }
  return legs
}

async function measureHof({ progress }: BenchOptions): Promise<Row> {
  progress('Hof')
  const drives = readHof()
  const map = await hofMap(drives)
  const matcher = new TraceMatcher(buildMatchMap(map, buildMetric(map)))
  const match = (track: Track) => matcher.match(track, toTraceModel())
  const sum = noShares()
  for (const { track, truth } of drives) addShares(sum, map.network, truth, match(track))
  const tracks = drives.map(({ track }) => track)
  return {
    map: 'hof',
    profile: '263 real drives',
    everySeconds: undefined,
    noiseMeters: undefined,
    points: countPoints(tracks),
    microseconds: cpuPerPoint(match, tracks),
    found: sum.covered / sum.driven,
    right: sum.right / sum.matched,
  }
}

/**
 * Returns the CPU time per point of the fastest of several rounds. Other processes share the machine, and a few points
 * are not enough to warm up the code.
 */
function cpuPerPoint(match: (track: Track) => unknown, tracks: readonly Track[]): number {
  const rounds = Math.max(2, Math.min(8, Math.ceil(16_000 / Math.max(1, countPoints(tracks)))))
  let best = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i++) {
    const before = process.cpuUsage()
    for (const track of tracks) match(track)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / Math.max(1, countPoints(tracks)))
  }
  return best
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
    ['map', 'traces', 'every', 'noise', 'points', 'µs/point', 'found', 'right', 'bar'],
    ...rows.map(({ map, profile, everySeconds, noiseMeters, points, microseconds, found, right }) => [
      map,
      profile,
      everySeconds === undefined ? '' : `${everySeconds} s`,
      noiseMeters === undefined ? '' : `${noiseMeters} m`,
      points.toLocaleString('en'),
      String(round(microseconds, 1)),
      share(found),
      share(right),
      found === undefined || everySeconds === undefined ? '' : share(bars[everySeconds]),
    ]),
  ]
}

function toFigures(rows: readonly Row[]): BenchResult['figures'] {
  const figures: Record<string, number | string> = {}
  for (const { map, profile, everySeconds, noiseMeters, microseconds, found, right } of rows) {
    const name = [map, profile, everySeconds && `${everySeconds}s`, noiseMeters && `${noiseMeters}m`]
      .filter((part) => part !== undefined)
      .join(' ')
    figures[`${name} µs`] = round(microseconds, 1)
    if (found !== undefined) figures[`${name} found`] = round(found, 4)
    if (right !== undefined) figures[`${name} right`] = round(right, 4)
  }
  return figures
}

const notes = [
  'One thread, CPU time. found: share of the driven distance; right: share of the matched distance.',
  'A road is right only if it is the same one in the same direction: a sidewalk is not the street next to it.',
  `OSRM needs ${OSRM_MICROSECONDS} µs per point of the 20 traces (CH, HTTP included).`,
  'Hof: a network of the true lines, every street in both directions.',
]
