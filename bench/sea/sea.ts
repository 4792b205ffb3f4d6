import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Position, sectionBytes, seededRandom } from '@fairway/geo'
import { pick } from '@fairway/places/testing'
import { planSeaRoute, SeaPathFinder, type SeaRequest, type SeaRoute } from '@fairway/sea'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { type BookRow, passageOf } from './sea-book.ts'
import { LandCheck } from './sea-land.ts'
import { openWorld, tinyWorld } from './sea-world.ts'

const SEED = 7
const memoryProgram = fileURLToPath(new URL('./sea-memory.ts', import.meta.url))
const classes = [
  { name: '≥ 2,000 nm', from: 2000, to: Number.POSITIVE_INFINITY, median: 1, share: 93 },
  { name: '500–2,000 nm', from: 500, to: 2000, median: 1.5, share: 82 },
  { name: '100–500 nm', from: 100, to: 500, median: 2.5, share: 75 },
  { name: 'below 100 nm', from: 0, to: 100, median: undefined, share: undefined },
] as const

/**
 * Maximum distance of a port from the water, in nautical miles. Some port positions in the book are on land, and the
 * distance to the water is added to the route.
 */
const INLAND_NM = 30

interface Measured {
  readonly row: BookRow
  readonly error: number
}

async function run({ tiny, progress }: BenchOptions): Promise<BenchResult> {
  const world = tiny ? tinyWorld() : await openWorld(progress)
  const { sea, rows } = world
  const finder = new SeaPathFinder(sea)
  const find = (request: SeaRequest): SeaRoute | undefined => {
    const plan = planSeaRoute(finder, { ...request, inlandLimitNm: INLAND_NM })
    return plan.kind === 'planned' ? plan.routes[0] : undefined
  }
  const random = seededRandom(SEED)
  const rowsWithoutVia = rows.filter(({ via }) => via === '')
  const times: number[] = []
  let without = 0
  const timed = (request: SeaRequest) => {
    const started = process.cpuUsage()
    const route = find(request)
    const { user, system } = process.cpuUsage(started)
    times.push((user + system) / 1000)
    return route
  }
  progress('warming up')
  for (const { start, end } of rowsWithoutVia.slice(0, 200)) find({ from: start, to: end })
  const memory = tiny ? 0 : Number(execFileSync(process.execPath, [memoryProgram], { encoding: 'utf8' }))
  progress(`${rowsWithoutVia.length} pairs of the distance table`)
  const measured = rowsWithoutVia.flatMap((row): Measured[] => {
    const route = timed({ from: row.start, to: row.end })
    if (!route) without++
    return route ? [{ row, error: errorOf(route, row) }] : []
  })
  progress('pairs through a passage')
  const forced = rows.flatMap((row): Measured[] => {
    const passage = row.via === '' ? undefined : passageOf(row)
    const route = passage && find({ from: row.start, to: row.end, via: [passage] })
    return route ? [{ row, error: errorOf(route, row) }] : []
  })
  progress('crossings of land')
  const { rings, seams } = world.coast()
  const land = new LandCheck(rings, seams)
  const pickEnd = () => pick(random, rowsWithoutVia)
  const requests = Array.from({ length: tiny ? 5 : 2000 }, (_, at): SeaRequest => {
    const to = at % 2 === 0 ? pickEnd().end : offshore(random, pickEnd().end)
    return { from: pickEnd().start, to }
  })
  let crossings = 0
  for (const request of requests) {
    const route = find(request)
    if (route) crossings += crossingsOf(land, route)
  }
  progress('symmetry and triangles')
  const checkedCount = tiny ? 3 : 200
  let asymmetric = 0
  let broken = 0
  for (let at = 0; at < checkedCount; at++) {
    const [a, b, c] = [pickEnd().start, pickEnd().end, pickEnd().start]
    const [ab, ba, bc, ac] = [
      find({ from: a, to: b }),
      find({ from: b, to: a }),
      find({ from: b, to: c }),
      find({ from: a, to: c }),
    ]
    if (ab && ba && Math.abs(ab.nm - ba.nm) > 1e-6) asymmetric++
    if (ab && bc && ac && ac.nm > (ab.nm + bc.nm) * 1.01 + 1) broken++
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0, 1)
  const forcedErrors = forced.map(({ error }) => Math.abs(error))
  const figures = {
    pairs: rowsWithoutVia.length,
    'without a route, %': round((100 * without) / rowsWithoutVia.length),
    'via pairs': forced.length,
    'via pairs, median %': round(100 * median(forcedErrors)),
    'via pairs within 5 %': share(forcedErrors, 0.05),
    'random routes': requests.length,
    'crossings of land': crossings,
    'ms p50': at(0.5),
    'ms p99': at(0.99),
    'load ms': round(world.loadMs, 0),
    megabytes: round(sectionBytes(sea) / 1e6, 0),
    'file MB': round(world.fileBytes / 1e6, 0),
    'resident MB': memory,
    ...(world.buildSeconds !== undefined && { 'build CPU s': round(world.buildSeconds, 1) }),
    'pairs that differ there and back': asymmetric,
    'broken triangles': broken,
  }
  const byClass = classes.map((one) => ({ ...one, ...summary(measured, one.from, one.to) }))
  return {
    figures: {
      ...figures,
      ...Object.fromEntries(
        byClass.flatMap(({ name, p50, within2, within5 }) => [
          [`${name}, median %`, p50],
          [`${name}, within 2 %`, within2],
          [`${name}, within 5 %`, within5],
        ]),
      ),
    },
    table: [
      ['distance', 'pairs', 'median %', 'bar', 'within 2 %', 'within 5 %', 'bar', 'bias %'],
      ...byClass.map(({ name, count, p50, within2, within5, bias, ...bar }) => [
        name,
        `${count}`,
        `${p50}`,
        bar.median === undefined ? '' : `${bar.median}`,
        `${within2}`,
        `${within5}`,
        bar.share === undefined ? '' : `${bar.share}`,
        `${bias}`,
      ]),
    ],
    notes: [
      `${rowsWithoutVia.length} pairs, ${figures['without a route, %']} % without a route (target 1).`,
      `${forced.length} pairs through one known passage: median ${figures['via pairs, median %']} % (target 2), ${figures['via pairs within 5 %']} % within 5 %.`,
      `${requests.length} random routes cross land ${crossings} times outside canals and rivers (target 0).`,
      `CPU per route: p50 ${figures['ms p50']} ms (target 4), p99 ${figures['ms p99']} ms (target 40).`,
      `Loading ${figures['load ms']} ms (target 1,000) from a file of ${figures['file MB']} MB, ${figures.megabytes} MB of arrays, ${memory} MB resident (target 400).`,
      `${checkedCount} pairs: ${asymmetric} differ by direction (target 0); ${checkedCount} triples: ${broken} break the triangle inequality by over 1 % (target 0).`,
    ],
  }
}

/**
 * Returns the relative error of a route against the published distance. The distances of the ports from the water count
 * as part of the route.
 */
function errorOf({ nm, ends }: SeaRoute, row: BookRow): number {
  const off = (ends[0]?.snapDistanceNm ?? 0) + (ends[ends.length - 1]?.snapDistanceNm ?? 0)
  return (nm + off - row.nm) / row.nm
}

function summary(measured: readonly Measured[], from: number, to: number) {
  const errors = measured.filter(({ row }) => row.nm >= from && row.nm < to).map(({ error }) => error)
  const sizes = errors.map(Math.abs)
  return {
    count: errors.length,
    p50: round(100 * median(sizes)),
    bias: round(100 * median(errors)),
    within2: share(sizes, 0.02),
    within5: share(sizes, 0.05),
  }
}

function share(values: readonly number[], limit: number): number {
  return round((100 * values.filter((value) => value <= limit).length) / Math.max(1, values.length), 1)
}

function offshore(random: () => number, [latitude, longitude]: Position): Position {
  return [Math.max(-60, Math.min(72, latitude + (random() - 0.5) * 4)), longitude + (random() - 0.5) * 4]
}

function crossingsOf(land: LandCheck, { line, channelRanges }: SeaRoute): number {
  let count = 0
  for (let at = 1; at < line.length; at++) {
    if (channelRanges.some(([first, last]) => at > first && at <= last)) continue
    const [from, to] = [line[at - 1], line[at]]
    if (from && to && land.crosses(from, to)) count++
  }
  return count
}

export const sea: Benchmark = {
  run,
}
