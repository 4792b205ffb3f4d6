import { existsSync } from 'node:fs'
import { compileRoads } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import {
  buildPathAttributes,
  buildTriangles,
  type CarWeights,
  closuresWhen,
  createCells,
  createMetric,
  customize,
  electricBicycleModel,
  fillSnapped,
  MatrixQuery,
  MetricUpdater,
  type NetworkName,
  Planner,
  PointSnapper,
  plainProfiles,
  profileWeights,
  type RoadMap,
  type TravelProfile,
  totalsOf,
  trafficDurations,
  travelProfiles,
  truckPresets,
  truckProfile,
  turnGraphOf,
  withArcDurations,
  withModel,
} from '@fairway/road'
import { buildRoadMap, Dijkstra, randomModel, randomNetwork, randomState } from '@fairway/road/testing'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'

const MODEL_COUNT = 200
const SOURCE_COUNT = 4
const TARGET_COUNT = 40
/** Number of points in the matrices whose cells are compared with routes. */
const POINT_COUNT = 10
const RADIUS_METERS = 1000
const start = { departMs: Date.parse('2026-11-16T08:10:00Z'), aheadMs: 0, utcOffsetSeconds: 0 }

const profilesOf: Readonly<Record<NetworkName, Readonly<Record<string, TravelProfile>>>> = {
  car: {
    car: travelProfiles.car,
    motorcycle: travelProfiles.motorcycle,
    ...Object.fromEntries(Object.entries(truckPresets).map(([name, size]) => [`truck ${name}`, truckProfile(size)])),
  },
  bicycle: { bicycle: travelProfiles.bicycle, 'e-bike': withModel(travelProfiles.bicycle, electricBicycleModel) },
  foot: { foot: travelProfiles.foot, wheelchair: travelProfiles.wheelchair },
}

/** Checks correctness rather than speed. */
export const exactProfiles: Benchmark = {
  async run(options) {
    const random = seededRandom(24)
    const results: Checked[] = []
    for await (const { name, network, map } of openMaps(options)) {
      const check = new ProfileCheck(map, random)
      const models = options.tiny ? 1 : Math.ceil((options.numbers[0] ?? MODEL_COUNT) / 7)
      const drawn = Array.from({ length: models }, (_, index): [string, TravelProfile] => [
        `model ${index}`,
        withModel(plainProfiles[network], randomModel(random, map.network)),
      ])
      for (const [profileName, profile] of [...Object.entries(profilesOf[network]), ...drawn]) {
        options.progress(`${name}: ${profileName}`)
        check.run(profile)
      }
      results.push({ name, profiles: Object.keys(profilesOf[network]).length, models, ...check.tally })
      const { pairs, cells, wrongDistances, wrongCells } = check.tally
      options.progress(`${name}: ${wrongDistances + wrongCells} wrong of ${pairs} pairs and ${cells} cells`)
    }
    return report(results)
  },
}

interface Tally {
  pairs: number
  wrongDistances: number
  cells: number
  wrongCells: number
}

interface Checked extends Readonly<Tally> {
  readonly name: string
  readonly profiles: number
  readonly models: number
}

async function* openMaps({ tiny, progress }: BenchOptions) {
  const random = seededRandom(5)
  yield { name: 'random', network: 'car' as const, map: buildRoadMap(randomNetwork(random, { columns: 20, rows: 20 })) }
  for (const [name, file] of tiny ? [] : [['Monaco', 'monaco-2025'] as const, ['Porto', 'porto-r5'] as const]) {
    const extract = sharedPath(`data/roads/${file}.osm.pbf`)
    if (!existsSync(extract)) throw new Error(`${extract} is missing`)
    for (const network of ['car', 'bicycle', 'foot'] as const) {
      progress(`compiling ${name} for ${network}`)
      yield {
        name: `${name}, ${network}`,
        network,
        map: await compileRoads({ extract, threads: 1, onProgress() {} }, network),
      }
    }
  }
}

/** Compares the routes of a map with Dijkstra, and its matrix cells with its routes, for any profile. */
class ProfileCheck {
  readonly tally: Tally = { pairs: 0, wrongDistances: 0, cells: 0, wrongCells: 0 }
  private readonly map: RoadMap
  private readonly random: () => number
  private readonly triangles
  private readonly updater
  private readonly hierarchy
  private readonly oracle
  private readonly planner
  private readonly snapper
  private readonly matrix

  constructor(map: RoadMap, random: () => number) {
    this.map = map
    this.random = random
    this.triangles = buildTriangles(map.topology)
    this.updater = new MetricUpdater(this.triangles)
    this.hierarchy = createMetric(map.topology)
    this.oracle = new Dijkstra(turnGraphOf(map.network))
    this.planner = new Planner(map)
    this.snapper = new PointSnapper(map)
    this.matrix = new MatrixQuery(map.topology)
  }

  run(profile: TravelProfile): void {
    const { map, random } = this
    const closures = closuresWhen(map.network, () => random() < 0.5)
    const quiet = profileWeights(map.network, profile, closures)
    customize(this.triangles, quiet.weights.turn, this.hierarchy)
    this.compareDistances(quiet.weights)
    this.compareCells(quiet.weights, quiet.arcDuration)
    const state = randomState(random, map.network, start.departMs)
    const busy = profileWeights(map.network, profile, closures, (own) => trafficDurations(own, state, start))
    const changed = Uint32Array.from(busy.weights.turn.keys()).filter(
      (turn) => busy.weights.turn[turn] !== quiet.weights.turn[turn],
    )
    this.updater.update(this.hierarchy, busy.weights.turn, changed)
    this.compareDistances(busy.weights)
    this.compareCells(busy.weights, busy.arcDuration)
  }

  private compareDistances({ turn }: CarWeights): void {
    const { hierarchy, map, planner, tally } = this
    const draw = () => Math.floor(this.random() * map.network.arcs.count)
    for (let source = 0; source < SOURCE_COUNT; source++) {
      const from = draw()
      const truth = this.oracle.run(turn, from)
      for (let target = 0; target < TARGET_COUNT; target++) {
        const to = draw()
        tally.pairs++
        if (planner.query.search(hierarchy, toEndpoint(from), toEndpoint(to)) !== truth[to]) tally.wrongDistances++
      }
    }
  }

  /** Checks that every cell of a matrix has the weight, the length and the duration of the route between its points. */
  private compareCells(weights: CarWeights, arcDuration: Uint32Array | undefined): void {
    const { map, planner, random, tally } = this
    const { latitude, longitude, count } = map.network.nodes
    const stops = Array.from({ length: POINT_COUNT }, () => {
      const node = Math.floor(random() * count)
      const near = (microdegrees: number | undefined) => (microdegrees ?? 0) / 1e6 + 0.0004 * (random() - 0.5)
      return { latitude: near(latitude[node]), longitude: near(longitude[node]), heading: -1 }
    })
    const metric = { weights, hierarchy: this.hierarchy, arcDuration }
    const network = withArcDurations(map.network, metric)
    const snapped = this.snapper.snap(metric, stops, stops, RADIUS_METERS)
    const cells = createCells(POINT_COUNT, POINT_COUNT, buildPathAttributes(network, map.topology, this.hierarchy))
    fillSnapped(this.matrix, this.hierarchy, snapped, cells)
    stops.forEach((from, row) => {
      stops.forEach((to, column) => {
        const cell = row * POINT_COUNT + column
        // In the server, the route planner computes these cells.
        if (snapped.singleCells.includes(cell)) return
        const request = { metric, stops: [from, to], radiusMeters: RADIUS_METERS, alternatives: 0 }
        const plan = planner.plan(request)
        const leg = plan.kind === 'plan' ? plan.legs[0] : undefined
        const totals = leg && totalsOf(network, leg)
        const isEqual = totals
          ? leg.weight === cells.weight[cell] &&
            Math.abs(totals.distanceCm - (cells.attributes?.lengthCm[cell] ?? 0)) < 1e-4 &&
            Math.abs(totals.durationCs - (cells.attributes?.durationCs[cell] ?? 0)) < 1e-4
          : cells.attributes?.lengthCm[cell] === Number.POSITIVE_INFINITY
        tally.cells++
        if (!isEqual) tally.wrongCells++
      })
    })
  }
}

function toEndpoint(arc: number) {
  return { count: 1, arc: Uint32Array.of(arc), weight: Int32Array.of(0) }
}

function report(results: readonly Checked[]): BenchResult {
  const sum = (of: (result: Checked) => number) => results.reduce((total, result) => total + of(result), 0)
  const wrong = sum((result) => result.wrongDistances + result.wrongCells)
  const header = ['', 'profiles', 'models', 'pairs', 'wrong', 'cells', 'wrong']
  const rows = results.map(({ name, profiles, models, pairs, wrongDistances, cells, wrongCells }) => [
    name,
    ...[profiles, models, pairs, wrongDistances, cells, wrongCells].map((value) => value.toLocaleString('en')),
  ])
  return {
    figures: {
      models: sum(({ models }) => models),
      pairs: sum(({ pairs }) => pairs),
      cells: sum(({ cells }) => cells),
      wrong,
    },
    table: [header, ...rows],
    notes: [wrong === 0 ? 'Everything is equal: 0 wrong.' : `${wrong} DIFFERENCES`],
  }
}
