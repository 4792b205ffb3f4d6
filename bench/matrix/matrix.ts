import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatasetStore, fromRoadSections, ROADS_FILE, readSections } from '@fairway/dataset'
import { sharedPath } from '@fairway/geo/testing'
import { buildPathAttributes, closuresWhen, createCells, type MatrixCells, MatrixQuery, totalsOf } from '@fairway/road'
import { buildMetric } from '@fairway/road/testing'
import { type Benchmark, type BenchOptions, type BenchResult, round } from '../bench.ts'
import { benchMap, type Pair } from '../road/porto.ts'
import { cpuMs, least } from '../road/updates.ts'
import { MatrixPoints, type SnappedPoint } from './matrix-points.ts'

const pointsFile = sharedPath('data/bench/porto-points.json')

/**
 * CPU time of OSRM 6.0.0 (CH) over HTTP in milliseconds: durations only, and with distances
 * (../shared/design/anchors.md). The times of the study below are from ../shared/design/engine.md.
 */
const osrm: Readonly<Record<number, readonly [number, number]>> = {
  10: [2.252, 2.278],
  50: [11.811, 12.178],
  100: [24.929, 26.319],
  500: [182.688, 215.936],
  1000: [536.899, 705.911],
}
const study: Readonly<Record<number, string>> = { 100: '1.9', 1000: '35' }

interface Row {
  readonly size: number
  readonly weightsMs: number
  readonly measuredMs: number
}

/** Measures many-to-many searches in process, without HTTP, snapping or serialization. */
export const matrix: Benchmark = {
  async run(options) {
    const { name, dataDir, pairs } = await benchMap(options.tiny, options.progress)
    const dataset = await new DatasetStore(dataDir).findCurrent(name)
    if (!dataset) throw new Error(`${name} is not in ${dataDir}`)
    const map = fromRoadSections(await readSections(join(dataset.folder, ROADS_FILE)))
    const metric = buildMetric(
      map,
      closuresWhen(map.network, () => false),
    )
    const before = cpuMs()
    const by = buildPathAttributes(map.network, map.topology, metric.hierarchy)
    const measuresMs = cpuMs() - before
    const points = new MatrixPoints(map, metric, readPoints(name, pairs))
    const query = new MatrixQuery(map.topology)
    const fill = (of: readonly SnappedPoint[], cells: MatrixCells): void => {
      const sources = of.map(({ source }) => source)
      const targets = of.map(({ target }) => target)
      query.fill(metric.hierarchy, sources, targets, cells)
    }
    const rows = (options.tiny ? [10, 20] : [10, 50, 100, 500, 1000]).map((size): Row => {
      options.progress(`${size} × ${size}`)
      const measure = (cells: MatrixCells): number => {
        const turns = Math.max(1, Math.floor(2000 / size))
        const sets = Array.from({ length: turns }, (_, k) => points.take(k, size))
        return (
          least(options.tiny ? 1 : 7, () => {
            for (const set of sets) fill(set, cells)
          }) / turns
        )
      }
      return { size, weightsMs: measure(createCells(size, size)), measuredMs: measure(createCells(size, size, by)) }
    })
    const size = options.tiny ? 10 : 100
    const cells = createCells(size, size, by)
    const taken = points.take(0, size)
    fill(taken, cells)
    const wrong = countWrong(points, taken, cells, options)
    return report(name, rows, measuresMs, { checked: size * size, wrong })
  },
}

/** Reads points as [latitude, longitude]. */
function readPoints(name: string, pairs: readonly Pair[]): readonly (readonly [number, number])[] {
  if (name !== 'porto' || !existsSync(pointsFile)) return pairs.flat()
  return (JSON.parse(readFileSync(pointsFile, 'utf8')) as { points: [number, number][] }).points
}

/** Counts the cells whose weight, distance or duration differs from that of the corresponding single route. */
function countWrong(
  points: MatrixPoints,
  taken: readonly SnappedPoint[],
  { weight, attributes }: MatrixCells,
  { progress }: BenchOptions,
): number {
  progress('comparing cells with routes')
  let wrong = 0
  taken.forEach((from, s) => {
    taken.forEach((to, t) => {
      const cell = s * taken.length + t
      const leg = points.findLeg(from, to)
      const totals = leg && totalsOf(points.network, leg)
      const isEqual =
        leg && totals
          ? leg.weight === weight[cell] &&
            Math.abs(totals.distanceCm - (attributes?.lengthCm[cell] ?? 0)) < 1e-5 &&
            Math.abs(totals.durationCs - (attributes?.durationCs[cell] ?? 0)) < 1e-5
          : attributes?.lengthCm[cell] === Number.POSITIVE_INFINITY
      if (!isEqual) wrong++
    })
  })
  return wrong
}

function report(
  map: string,
  rows: readonly Row[],
  measuresMs: number,
  compared: { readonly checked: number; readonly wrong: number },
): BenchResult {
  const figures = rows.flatMap(({ size, weightsMs, measuredMs }) => [
    [`weights${size}Ms`, round(weightsMs)],
    [`measured${size}Ms`, round(measuredMs)],
  ])
  const table = rows.map(({ size, weightsMs, measuredMs }) => {
    const [durations, both] = osrm[size] ?? []
    const peer = [durations === undefined ? '' : String(durations), both === undefined ? '' : String(both)]
    return [`${size} × ${size}`, String(round(weightsMs)), String(round(measuredMs)), ...peer, study[size] ?? '']
  })
  return {
    figures: { map, ...Object.fromEntries(figures), measuresMs: round(measuresMs), ...compared },
    table: [['CPU ms', 'weights', '+ durations, distances', 'OSRM', 'OSRM + distances', 'study, weights'], ...table],
    notes: [
      `lengths and durations of all arcs of the hierarchy, once per metric: ${round(measuresMs)} ms`,
      `cells compared with routes: ${compared.checked}, wrong: ${compared.wrong}`,
      'one thread, in process and without snapping; OSRM’s figures are over HTTP, on the anchors’ machine',
    ],
  }
}
