import { rulerAt, seededRandom } from '@fairway/geo'
import { closuresWhen, type Plan, Planner, type RoadMap, type RoadMetric, type Stop, TextCache } from '@fairway/road'
import { buildMetric } from '@fairway/road/testing'
import { AlternativeReason } from '../../apps/server/features/road/route/reply/alternative-reason.ts'
import type { Benchmark, BenchOptions, BenchResult } from '../bench.ts'
import { listMapNames, openMap } from './all-maps.ts'
import { CheckedRoute, type ClassOfError, classesOfError, type Finding, NEAR_START_METERS } from './maneuver-checks.ts'

const DEFAULT_SEED = 23
const DEFAULT_ROUTES = 300
const MAX_EXAMPLES = 10
/** Maximum distance between a point and a node of the road network, in meters. Taps on a map have similar offsets. */
const MAX_OFFSET_METERS = 25
/** Maximum distance to another start, in meters. A U-turn is avoidable if a start within this distance avoids it. */
const OTHER_START_METERS = 30
const ALTERNATIVE_COUNT = 3

interface MapResult {
  readonly name: string
  readonly routes: number
  readonly instructions: number
  readonly findings: readonly (Finding & { readonly from: Stop; readonly to: Stop })[]
}

/** Checks the instructions of random routes on every map against the geometry. */
export const maneuvers: Benchmark = {
  async run(options) {
    const [routes = options.tiny ? 20 : DEFAULT_ROUTES, seed = DEFAULT_SEED] = options.numbers
    const results: MapResult[] = []
    for (const name of listMapNames(options.tiny)) {
      const { map } = await openMap(name, options.progress)
      options.progress(`${routes} routes on ${name}`)
      results.push(checkMap(name, map, routes, seed))
    }
    return toResult(results, seed, options)
  },
}

function checkMap(name: string, map: RoadMap, routes: number, seed: number): MapResult {
  const metric = buildMetric(
    map,
    closuresWhen(map.network, () => false),
  )
  const checker = new RouteChecker(map, metric)
  const random = seededRandom(seed)
  const findings: MapResult['findings'][number][] = []
  let [planned, instructions] = [0, 0]
  // Isolated roads make some pairs unroutable.
  for (let attempt = 0; planned < routes && attempt < 5 * routes; attempt++) {
    const [from, to] = [randomStop(map, random), randomStop(map, random)]
    const checked = checker.check(from, to)
    if (!checked) continue
    planned++
    instructions += checked.instructions
    for (const finding of checked.findings) findings.push({ ...finding, from, to })
  }
  return { name, routes: planned, instructions, findings }
}

class RouteChecker {
  private readonly map: RoadMap
  private readonly metric: RoadMetric
  private readonly planner: Planner
  private readonly strings: TextCache
  private readonly reason = new AlternativeReason()

  constructor(map: RoadMap, metric: RoadMetric) {
    this.map = map
    this.metric = metric
    this.planner = new Planner(map)
    this.strings = new TextCache(map.network.texts)
  }

  check(from: Stop, to: Stop): { instructions: number; findings: Finding[] } | undefined {
    const plan = this.plan(from, to, ALTERNATIVE_COUNT)
    const leg = plan?.legs[0]
    if (!plan || !leg) return undefined
    const route = new CheckedRoute(this.map, leg)
    const uturn = route.findEarlyUturn()
    const findings = route.findings()
    if (uturn && this.isAvoidable(from, to)) findings.push(uturn)
    findings.push(...this.checkLabels(plan, from))
    return { instructions: route.steps.length, findings }
  }

  private plan(from: Stop, to: Stop, alternatives: number): Plan | undefined {
    const plan = this.planner.plan({ metric: this.metric, stops: [from, to], radiusMeters: 1000, alternatives })
    return plan.kind === 'plan' ? plan : undefined
  }

  /**
   * Returns whether a route from another point nearby needs no U-turn. The position to which that point snaps must also
   * be nearby. A start farther back on the same road does not avoid a U-turn, so the check covers the first 100 m of
   * the route plus the maximum distance of such a start.
   */
  private isAvoidable(from: Stop, to: Stop): boolean {
    return listPointsAround(from).some((start) => {
      const leg = this.plan(start, to, 0)?.legs[0]
      if (!leg) return false
      const meters = metersBetween(from, { latitude: leg.start.latitude / 1e6, longitude: leg.start.longitude / 1e6 })
      const route = new CheckedRoute(this.map, leg)
      return meters <= OTHER_START_METERS && !route.findEarlyUturn(NEAR_START_METERS + OTHER_START_METERS)
    })
  }

  private checkLabels({ legs, alternatives }: Plan, from: Stop): Finding[] {
    const { map, strings } = this
    this.reason.setBestRoute({ map }, legs)
    const labels = alternatives
      .toSorted((a, b) => a.stretch - b.stretch)
      .map((alternative) => this.reason.describe({ map, strings }, alternative.legs))
    if (new Set(labels).size === labels.length) return []
    return [{ kind: 'equal labels', at: [from.latitude, from.longitude], text: labels.join(' | ') }]
  }
}

function randomStop({ network: { nodes } }: RoadMap, random: () => number): Stop {
  const node = Math.floor(random() * nodes.count)
  const stop = { latitude: (nodes.latitude[node] ?? 0) / 1e6, longitude: (nodes.longitude[node] ?? 0) / 1e6 }
  return { ...move(stop, MAX_OFFSET_METERS * random(), 2 * Math.PI * random()), heading: -1 }
}

function listPointsAround(stop: Stop): Stop[] {
  return [10, 20, 30].flatMap((meters) =>
    Array.from({ length: 8 }, (_, i) => ({ ...move(stop, meters, (i * Math.PI) / 4), heading: -1 })),
  )
}

type Position = Pick<Stop, 'latitude' | 'longitude'>

function move({ latitude, longitude }: Position, meters: number, radians: number): Position {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(latitude)
  return {
    latitude: latitude + (meters * Math.cos(radians)) / perLatitudeDegree,
    longitude: longitude + (meters * Math.sin(radians)) / perLongitudeDegree,
  }
}

function metersBetween(a: Position, b: Position): number {
  const { perLatitudeDegree, perLongitudeDegree } = rulerAt(a.latitude)
  return Math.hypot((a.latitude - b.latitude) * perLatitudeDegree, (a.longitude - b.longitude) * perLongitudeDegree)
}

function toResult(results: readonly MapResult[], seed: number, { tiny }: BenchOptions): BenchResult {
  const figures: Record<string, number> = { seed }
  const count = ({ findings }: MapResult, kind: ClassOfError) => findings.filter((each) => each.kind === kind).length
  for (const result of results) {
    figures[`${result.name}: routes`] = result.routes
    for (const kind of classesOfError) figures[`${result.name}: ${kind}`] = count(result, kind)
  }
  const total = (value: (result: MapResult) => number) => results.reduce((sum, result) => sum + value(result), 0)
  const row = (name: string, value: (of: (result: MapResult) => number) => number) => [
    name,
    `${value(({ routes }) => routes)}`,
    `${value(({ instructions }) => instructions)}`,
    ...classesOfError.map((kind) => `${value((result) => count(result, kind))}`),
  ]
  return {
    figures,
    table: [
      ['', 'routes', 'instructions', ...classesOfError],
      ...results.map((result) => row(result.name, (of) => of(result))),
      row('all', total),
    ],
    notes: [`Seed ${seed}${tiny ? ', tiny' : ''}.`, ...listExamples(results)],
  }
}

/** Lists up to ten examples, from as many classes and maps as possible. */
function listExamples(results: readonly MapResult[]): string[] {
  const groups = classesOfError.flatMap((kind) =>
    results.map(({ name, findings }) => findings.filter((each) => each.kind === kind).map((each) => ({ name, each }))),
  )
  const examples: string[] = []
  for (let round = 0; round < MAX_EXAMPLES && examples.length < MAX_EXAMPLES; round++)
    for (const group of groups) {
      const example = group[round]
      if (!example || examples.length === MAX_EXAMPLES) continue
      const { name, each } = example
      const [from, to, at] = [toText(each.from), toText(each.to), `[${each.at.map((value) => value.toFixed(6))}]`]
      examples.push(`${name}, ${each.kind}: ${each.text} at ${at}, from ${from} to ${to}`)
    }
  return examples
}

function toText({ latitude, longitude }: Stop): string {
  return `[${latitude.toFixed(6)},${longitude.toFixed(6)}]`
}
