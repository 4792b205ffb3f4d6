import { seededRandom } from '@fairway/geo'
import { type ChargeProblem, ChargingCurve, planCharging } from '@fairway/road'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { cpuMs, least } from './updates.ts'

const TRIP_KM = 1000
const STATION_COUNT = 200
const PROBLEM_COUNT = 40
const ROUND_COUNT = 5
/**
 * Maximum deviations of the mean speed of a leg from 100 km/h, in km/h. Energy use grows with the square of the speed.
 * With a larger deviation, a detour via a third station saves energy more often, and more legs must be considered.
 */
const spreads = [5, 10] as const

/** Plans charging stops for a trip of 1,000 km with 200 stations along the route. The driving times are given. */
export const electric: Benchmark = {
  async run({ tiny, numbers, progress }: BenchOptions): Promise<BenchResult> {
    const count = numbers[0] ?? (tiny ? 2 : PROBLEM_COUNT)
    const figures: Record<string, number> = { trips: count }
    const table = [
      [`${TRIP_KM} km, ${STATION_COUNT} stations, ms of CPU`, 'median', 'slowest', 'over 50 ms', 'median stops'],
    ]
    const before = cpuMs()
    planCharging(drawProblem(1, spreads[0]))
    figures.firstMs = round(cpuMs() - before)
    for (const spread of spreads) {
      const runs = Array.from({ length: count }, (_, index) => measure(index + 1, spread, tiny, progress))
      const times = runs.map(({ ms }) => ms)
      const slow = times.filter((ms) => ms > 50).length
      figures[`medianMs${spread}`] = round(median(times))
      figures[`maxMs${spread}`] = round(Math.max(...times))
      figures[`over50ms${spread}`] = slow
      const stops = median(runs.map((run) => run.stops))
      const name = `speeds of ${100 - spread} to ${100 + spread} km/h`
      table.push([name, ...[median(times), Math.max(...times)].map((ms) => ms.toFixed(1)), String(slow), String(stops)])
    }
    return { figures, table, notes: [`The first plan, before the code is warm: ${figures.firstMs} ms.`] }
  },
}

/** Returns the fastest of several rounds, because other processes share the machine. */
function measure(seed: number, spread: number, tiny: boolean, progress: BenchOptions['progress']) {
  const problem = drawProblem(seed, spread)
  let plan = planCharging(problem)
  const ms = least(tiny ? 1 : ROUND_COUNT, () => {
    plan = planCharging(problem)
  })
  if (!plan) throw new Error(`seed ${seed} has no plan`)
  progress(`spread ${spread}, seed ${seed}: ${ms.toFixed(1)} ms, ${plan.stops.length} stops`)
  return { ms, stops: plan.stops.length }
}

/**
 * Creates a problem with stations in a corridor, with power ratings from 11 to 300 kW. The charging power of the
 * vehicle drops as the charge rises.
 */
function drawProblem(seed: number, spread: number): ChargeProblem {
  const random = seededRandom(seed)
  const capacityKwh = 40 + 50 * random()
  const nodes = STATION_COUNT + 2
  const along = Float64Array.from(
    { length: nodes },
    (_, node) => TRIP_KM * (node === 0 ? 0 : node === 1 ? 1 : random()),
  )
  const aside = Float64Array.from({ length: nodes }, (_, node) => (node < 2 ? 0 : 40 * (random() - 0.5)))
  const durationSeconds = new Float64Array(nodes * nodes)
  const energyKwh = new Float64Array(nodes * nodes)
  for (let cell = 0; cell < nodes * nodes; cell++) {
    const [from, to] = [Math.floor(cell / nodes), cell % nodes]
    const km = 1.2 * Math.hypot((along[from] ?? 0) - (along[to] ?? 0), (aside[from] ?? 0) - (aside[to] ?? 0))
    const kmh = 100 + spread * (2 * random() - 1)
    durationSeconds[cell] = (3600 * km) / kmh
    energyKwh[cell] = km * (0.12 + (kmh / 100) ** 2 * 0.06)
  }
  const powers = [11, 22, 50, 50, 100, 150, 150, 300]
  const steps = [
    { share: 0, kw: 150 },
    { share: 0.3, kw: 130 },
    { share: 0.5, kw: 100 },
    { share: 0.7, kw: 70 },
    { share: 0.8, kw: 40 },
    { share: 0.9, kw: 15 },
  ].map(({ share, kw }) => ({ fromKwh: share * capacityKwh, kw }))
  return {
    capacityKwh,
    startKwh: 0.9 * capacityKwh,
    minKwh: 0.1 * capacityKwh,
    arriveKwh: 0.2 * capacityKwh,
    stopSeconds: 300,
    viaCount: 0,
    curves: Array.from({ length: STATION_COUNT }, () => {
      return new ChargingCurve(steps, capacityKwh, powers[Math.floor(random() * powers.length)] ?? 50)
    }),
    durationSeconds,
    energyKwh,
  }
}
