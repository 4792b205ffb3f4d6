import { seededRandom } from '@fairway/geo'
import { type ChargeProblem, ChargingCurve, planCharging } from '@fairway/road'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { cpuMs, least } from './updates.ts'

const TRIP_KM = 1000
const STATIONS = 200
const PROBLEMS = 40
const ROUNDS = 5

/** Plans charging stops on a trip of 1,000 km along which 200 stations are scattered. Driving times are given. */
export const electric: Benchmark = {
  about: 'charging stops: trips of 1,000 km with 200 stations; [NUMBER of trips]',
  async run({ tiny, numbers, progress }: BenchOptions): Promise<BenchResult> {
    const count = numbers[0] ?? (tiny ? 3 : PROBLEMS)
    const times: number[] = []
    const stops: number[] = []
    let firstMs = 0
    for (let seed = 1; seed <= count; seed++) {
      const problem = drawProblem(seed)
      const before = cpuMs()
      let plan = planCharging(problem)
      if (seed === 1) firstMs = cpuMs() - before
      const ms = least(tiny ? 1 : ROUNDS, () => {
        plan = planCharging(problem)
      })
      if (!plan) throw new Error(`seed ${seed} has no plan`)
      times.push(ms)
      stops.push(plan.stops.length)
      progress(`seed ${seed}: ${ms.toFixed(1)} ms, ${plan.stops.length} stops`)
    }
    const figures = {
      trips: count,
      medianMs: round(median(times)),
      maxMs: round(Math.max(...times)),
      firstMs: round(firstMs),
      medianStops: median(stops),
    }
    return {
      figures,
      table: [
        [`${TRIP_KM} km, ${STATIONS} stations`, 'ms of CPU'],
        ['median', String(figures.medianMs)],
        ['slowest', String(figures.maxMs)],
        ['first, before the code is warm', String(figures.firstMs)],
      ],
      notes: [`${figures.medianStops} stops in the median trip; batteries of 40 to 90 kWh.`],
    }
  },
}

/** Stations in a corridor, with powers from 11 to 300 kW, and a vehicle whose power drops with the charge. */
function drawProblem(seed: number): ChargeProblem {
  const random = seededRandom(seed)
  const capacityKwh = 40 + 50 * random()
  const nodes = STATIONS + 2
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
    const kmh = 90 + 20 * random()
    durationSeconds[cell] = (3600 * km) / kmh
    energyKwh[cell] = km * (0.12 + (kmh / 110) ** 2 * 0.06)
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
    curves: Array.from({ length: STATIONS }, () => {
      return new ChargingCurve(steps, capacityKwh, powers[Math.floor(random() * powers.length)] ?? 50)
    }),
    durationSeconds,
    energyKwh,
  }
}
