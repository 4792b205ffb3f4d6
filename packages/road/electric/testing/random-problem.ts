import { seededRandom } from '@fairway/geo'
import type { ChargeProblem } from '../charge-problem.ts'
import { ChargingCurve } from '../charging-curve.ts'

/**
 * Draws a random trip with up to `maxStations` stations. All charges and energies are integers. An optimal trip
 * therefore has integer charges, and a search over the integers is exact. Durations and powers are not integers.
 */
export function randomProblem(seed: number, maxStations: number, capacityKwh = 20): ChargeProblem {
  const random = seededRandom(seed)
  const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1))
  const stationCount = between(0, maxStations)
  const viaCount = random() < 0.3 ? between(1, 2) : 0
  const nodes = viaCount + 2 + stationCount
  // Without via points, the trip leads from one side of a rectangle to the other. The trip needs up to three full
  // batteries.
  const side = capacityKwh * (0.2 + 2.8 * random())
  const x = Float64Array.from(
    { length: nodes },
    (_, node) => side * (node === 0 ? 0 : node === viaCount + 1 ? 1 : random()),
  )
  const y = Float64Array.from({ length: nodes }, () => side * random() * 0.6)
  const durationSeconds = new Float64Array(nodes * nodes)
  const energyKwh = new Float64Array(nodes * nodes)
  for (let cell = 0; cell < nodes * nodes; cell++) {
    const [from, to] = [Math.floor(cell / nodes), cell % nodes]
    const distance = Math.hypot(x[from] - x[to], y[from] - y[to])
    durationSeconds[cell] = from === to ? 0 : 240 * distance * (1 + 0.3 * random())
    energyKwh[cell] = from === to ? 0 : Math.round(distance * (0.9 + 0.3 * random()))
    if (random() < 0.02 && from !== to) energyKwh[cell] = durationSeconds[cell] = Number.POSITIVE_INFINITY
  }
  const minKwh = between(0, 3)
  return {
    capacityKwh,
    minKwh,
    startKwh: between(minKwh, capacityKwh),
    arriveKwh: between(minKwh, Math.floor(capacityKwh / 2)),
    stopSeconds: random() < 0.2 ? 0 : 300 * random(),
    viaCount,
    curves: Array.from({ length: stationCount }, () => randomCurve(random, between, capacityKwh)),
    durationSeconds,
    energyKwh,
  }
}

/**
 * Generates a random charging curve. The power of most curves only drops, as in real vehicles, but in some curves it rises first.
 */
function randomCurve(
  random: () => number,
  between: (low: number, high: number) => number,
  capacityKwh: number,
): ChargingCurve {
  const starts = new Set([0, ...Array.from({ length: between(0, 4) }, () => between(1, capacityKwh - 1))])
  const ascending = [...starts].sort((a, b) => a - b)
  const powers = ascending.map(() => 3 + 60 * random())
  if (random() < 0.8) powers.sort((a, b) => b - a)
  const steps = ascending.map((fromKwh, index) => ({ fromKwh, kw: powers[index] }))
  return new ChargingCurve(steps, capacityKwh, 5 + 60 * random())
}
