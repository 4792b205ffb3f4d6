import { join } from 'node:path'
import { DatasetStore, ROADS_FILE, readSections } from '@fairway/dataset'
import { type TravelProfile, travelProfiles, withModel } from '@fairway/road'
import { readModel } from '../../apps/server/features/road/models/read-model.ts'
import { measureTrip } from '../../apps/server/features/road/route/trip.ts'
import { MapCustomizer } from '../../apps/server/maps/metrics/map-customizer.ts'
import { Region } from '../../apps/server/maps/regions/region.ts'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { benchMap, type Pair } from './porto.ts'
import { cpuMs } from './updates.ts'

/**
 * Measures the CPU time of all threads for new custom models, without HTTP: validation, weights, customization and the
 * route.
 */
export const models: Benchmark = {
  async run(options) {
    const { name, dataDir, pairs } = await benchMap(options.tiny, options.progress)
    const dataset = await new DatasetStore(dataDir).findCurrent(name)
    if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
    const { attribution, boundingBox } = dataset.manifest
    const sections = await readSections(join(dataset.folder, ROADS_FILE), { shared: true })
    const handle = { region: name, dataset: dataset.id, attribution, boundingBox, sections }
    const customizer = new MapCustomizer()
    customizer.add(handle)
    const region = new Region(handle, {
      customize: async (request) => customizer.customize(request),
      getMatchingData: async (request) => customizer.getMatchingData(request),
      computePathAttributes: async (request) => customizer.computePathAttributes(request),
      computeLivePathAttributes: async (request) => customizer.computeLivePathAttributes(request),
      announceMatrices: async () => undefined,
    })
    return await measure(region, pairs, options)
  },
}

const DEFAULT_MODELS = 12
const ROUTE_COUNT = 1000

async function measure(region: Region, pairs: readonly Pair[], options: BenchOptions): Promise<BenchResult> {
  const count = options.tiny ? 2 : (options.numbers[0] ?? DEFAULT_MODELS)
  const routes = options.tiny ? 20 : ROUTE_COUNT
  const { car } = travelProfiles
  // This model returns the same routes as the car profile, so the times can be compared.
  const neutral = toProfile([{ if: {}, speed: { limit: 250 } }])
  await route(region, car, pairs[0])
  const first: number[] = []
  for (let index = 0; index < count; index++) {
    options.progress(`model ${index + 1} of ${count}`)
    const before = cpuMs()
    await route(region, toProfile(drawRules(index)), pairs[index % pairs.length])
    first.push(cpuMs() - before)
  }
  options.progress('further routes')
  const profiles: readonly [string, TravelProfile][] = [
    ['car', car],
    ['model', neutral],
  ]
  // The measurements alternate because other processes share the machine.
  const best = new Map<string, number>()
  for (let round = 0; round < 5; round++) {
    for (const [name, profile] of profiles) {
      await route(region, profile, pairs[0])
      const before = cpuMs()
      for (let index = 0; index < routes; index++) await route(region, profile, pairs[index % pairs.length])
      best.set(name, Math.min(best.get(name) ?? Number.POSITIVE_INFINITY, (1000 * (cpuMs() - before)) / routes))
    }
  }
  const [carUs = 0, modelUs = 0] = profiles.map(([name]) => round(best.get(name) ?? 0, 1))
  const figures = {
    map: region.handle.region,
    models: count,
    firstMs: round(median(first), 1),
    firstMaxMs: round(Math.max(...first), 1),
    carUs,
    modelUs,
  }
  const table = [
    ['', 'CPU', 'target'],
    ['first route with a new model, median', `${figures.firstMs} ms`, 'at most 150 ms'],
    ['first route with a new model, slowest', `${figures.firstMaxMs} ms`, ''],
    ['route by car', `${carUs} µs`, ''],
    ['further route with a model', `${modelUs} µs`, 'as by car'],
  ]
  return { figures, table, notes: ['A route is snapped, found and measured, without line, steps and HTTP.'] }
}

/** Returns twenty rules with all kinds of conditions. The rules are different for every index. */
function drawRules(index: number): object[] {
  return Array.from({ length: 20 }, (_, rule) => ({
    if: {
      ...(rule % 2 === 0 && { road_class: ['primary', 'secondary', 'residential'].slice(rule % 3) }),
      ...(rule % 3 === 0 && { surface: ['sett', 'cobblestone', 'paving_stones'] }),
      ...(rule % 5 === 0 && { max_speed: { min: 30, max: 50 + rule } }),
      ...(rule % 7 === 0 && { toll: false, tunnel: false }),
    },
    speed: { multiply: 0.9 + 0.01 * rule, limit: 40 + rule + index / 100 },
    priority: { multiply: 1 + 0.01 * rule },
  }))
}

function toProfile(rules: readonly object[]): TravelProfile {
  const model = readModel({ rules })
  if (!model.ok) throw new Error(JSON.stringify(model.failure))
  return withModel(travelProfiles.car, model.value)
}

async function route(region: Region, profile: TravelProfile, [from, to]: Pair = DEFAULT_PAIR): Promise<void> {
  const nowMs = Date.UTC(2026, 5, 16, 8)
  const pending = region.getMetricSnapshot({ profile, avoidAreas: [], departMs: nowMs, nowMs })
  const snapshot = pending instanceof Promise ? await pending : pending
  const stops = [from, to].map(([latitude, longitude]) => ({ latitude, longitude, heading: -1 }))
  const plan = region.planner.plan({ metric: snapshot.metric, stops, radiusMeters: 1000, alternatives: 0 })
  if (plan.kind === 'plan') measureTrip(region, snapshot, { kind: 'depart', atMs: nowMs, nowMs }, plan.legs, true)
}

const DEFAULT_PAIR: Pair = [
  [0, 0],
  [0, 0],
]
