import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { seededRandom } from '@fairway/geo'
import {
  buildTriangles,
  closuresWhen,
  createMetric,
  customize,
  durationCosts,
  JsonWriter,
  outlineContours,
  plainProfiles,
  profileWeights,
  ReachSearch,
  type RoadMap,
  type RoadMetric,
  writePolygons,
} from '@fairway/road'
import { type Benchmark, round } from '../bench.ts'
import { benchMap } from './porto.ts'
import { cpuMs } from './updates.ts'

const CS_PER_MINUTE = 6000
const ROUND_COUNT = 20
const ORIGIN_COUNT = 1000
/**
 * CPU time of Valhalla 3.6.1 (npm) in milliseconds, measured together with this benchmark for the same points and
 * contours.
 */
const valhallaMs: Readonly<Record<string, number>> = { '10': 131, '20': 148, '30': 158, '10/20/30': 178 }

interface Subject {
  readonly map: RoadMap
  readonly metric: RoadMetric
  readonly search: ReachSearch
}

/** Measures isochrones without HTTP: search, outlines and GeoJSON. */
export const isochrone: Benchmark = {
  async run({ tiny, numbers, progress }) {
    const { name, dataDir, pairs } = await benchMap(tiny, progress)
    const dataset = await new DatasetStore(dataDir).findCurrent(name)
    if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
    const subject = openSubject(fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE))))
    const points = pairs.map(([from]) => from)
    const rounds = tiny ? 2 : (numbers[0] ?? ROUND_COUNT)
    const figures: Record<string, number> = {}
    const table = [['contours in minutes', 'CPU ms', 'Valhalla', 'kB', 'vertices']]
    for (const minutes of [
      [10],
      [20],
      [30],
      [10, 20, 30],
      [5, 10, 15, 20, 30],
      [3, 6, 9, 12, 15, 18, 21, 24, 27, 30],
    ]) {
      const key = minutes.join('/')
      progress(key)
      const { cpu, bytes, vertices } = measure(subject, points.slice(0, rounds), minutes)
      figures[`cpu ms, ${key}`] = round(cpu)
      const other = valhallaMs[key]
      table.push([
        key,
        String(round(cpu)),
        other ? String(other) : '',
        String(round(bytes / 1000)),
        String(round(vertices, 0)),
      ])
    }
    const reach = measureReach(subject, points, tiny ? 5 : ORIGIN_COUNT)
    figures['reach only, ms per origin, 10 min'] = round(reach, 3)
    table.push([`reach only, 10 min, ${ORIGIN_COUNT} origins`, String(round(reach, 3)), '', '', ''])
    return { figures, table, notes: ['CPU time per request in one thread.'] }
  },
}

function openSubject(map: RoadMap): Subject {
  const { network, topology } = map
  const { weights, arcDuration } = profileWeights(
    network,
    plainProfiles.car,
    closuresWhen(network, () => false),
  )
  const hierarchy = createMetric(topology)
  customize(buildTriangles(topology), weights.turn, hierarchy)
  return { map, metric: { weights, hierarchy, arcDuration }, search: new ReachSearch(map) }
}

type Point = readonly [number, number]

function find({ map, metric, search }: Subject, [latitude, longitude]: Point, minutes: readonly number[]) {
  const centers = [{ latitude, longitude, heading: -1 }]
  const snaps = search.snap(metric, centers, 1000, 'from')
  return search.find({
    metric,
    endpoints: search.toEndpoints(metric, snaps, 'from'),
    direction: 'from',
    costs: durationCosts(map.network),
    limits: minutes.map((value) => value * CS_PER_MINUTE),
    withCosts: false,
    centers,
  })
}

function measure(subject: Subject, points: readonly Point[], minutes: readonly number[]) {
  const json = new JsonWriter()
  const { map, metric } = subject
  let [bytes, vertices, cpu] = [0, 0, 0]
  // The first pass only warms up the JIT compiler.
  for (const isMeasured of [false, true]) {
    const before = cpuMs()
    for (const point of points) {
      const pieces = find(subject, point, minutes)
      const { contours } = outlineContours(map, { metric, pieces, limitCount: minutes.length, smoothMeters: undefined })
      json.reset()
      for (const { polygons } of contours) writePolygons(json, polygons)
      if (!isMeasured) continue
      bytes += json.position()
      for (const ring of contours.flatMap(({ polygons }) => polygons.flat())) vertices += ring.latitude.length
    }
    cpu = cpuMs() - before
  }
  return { cpu: cpu / points.length, bytes: bytes / points.length, vertices: vertices / points.length }
}

function measureReach(subject: Subject, points: readonly Point[], count: number): number {
  const random = seededRandom(1)
  const origins = Array.from({ length: count }, () => points[Math.floor(random() * points.length)] ?? ([0, 0] as const))
  for (const origin of origins.slice(0, 50)) find(subject, origin, [10])
  const before = cpuMs()
  for (const origin of origins) find(subject, origin, [10])
  return (cpuMs() - before) / count
}
