import { seededRandom } from '@fairway/geo'
import { describe, expect, test } from 'vitest'
import { Passages } from './passages.ts'
import { MIN_PROBES, SLOT_SECONDS, SpeedEstimator } from './speed-estimator.ts'

interface Seen {
  readonly probe: number
  readonly arc: number
  readonly kmh: number
  readonly at?: number
  readonly weight?: number
}

function estimatorOf(seen: readonly Seen[]): SpeedEstimator {
  const estimator = new SpeedEstimator()
  for (const { probe, arc, kmh, at = 0, weight = 1 } of seen) {
    const passages = new Passages()
    passages.add(arc, 3.6 / kmh, at, weight)
    estimator.add(probe, passages)
  }
  return estimator
}

function three(arc: number, ...speeds: number[]): Seen[] {
  return speeds.map((kmh, probe) => ({ probe, arc, kmh }))
}

describe('estimated road speed', () => {
  test('needs three vehicles; a vehicle that passes three times counts once', () => {
    expect(estimatorOf(three(7, 40, 40)).estimate(0).count).toBe(0)
    const often = [0, 0, 0, 1].map((probe) => ({ probe, arc: 7, kmh: 40 }))
    expect(estimatorOf(often).estimate(0).count).toBe(0)
    expect(estimatorOf(three(7, 40, 40, 40)).estimate(0)).toMatchObject({
      slot: 0,
      count: 1,
      arc: Uint32Array.of(7),
      kmh: Float32Array.of(40),
      probes: Uint16Array.of(3),
    })
  })

  test('is the mean of the durations, not of the speeds', () => {
    const { kmh } = estimatorOf(three(1, 30, 40, 60)).estimate(0)
    expect(kmh[0]).toBeCloseTo(3 / (1 / 30 + 1 / 40 + 1 / 60), 3)
  })

  test('drops outliers as long as three vehicles remain', () => {
    const { kmh, probes } = estimatorOf(three(1, 50, 48, 52, 49, 3)).estimate(0)
    expect(kmh[0]).toBeGreaterThan(48)
    expect(probes[0]).toBe(4)
    expect(estimatorOf(three(1, 50, 50, 2)).estimate(0).count).toBe(0)
  })

  test('is more certain the more vehicles agree', () => {
    const certainty = (...speeds: number[]) => estimatorOf(three(1, ...speeds)).estimate(0).confidence[0]
    expect(certainty(50, 50, 50, 50, 50, 50)).toBeGreaterThan(certainty(50, 50, 50))
    expect(certainty(50, 50, 50)).toBeGreaterThan(certainty(40, 50, 66))
    expect(certainty(...Array.from({ length: 100 }, () => 50))).toBeLessThanOrEqual(1)
  })

  test('belongs to the five minutes in which the vehicles left the road; older data is dropped', () => {
    const early = three(1, 50, 50, 50)
    const late = early.map((one) => ({ ...one, kmh: 20, at: SLOT_SECONDS }))
    const estimator = estimatorOf([...early, ...late])
    expect(estimator.listSlots()).toEqual([0, 1])
    expect([estimator.estimate(0).kmh[0], estimator.estimate(1).kmh[0]]).toEqual([50, 20])
    estimator.deleteSlotsBefore(1)
    expect(estimator.listSlots()).toEqual([1])
    expect(estimator.estimate(0).count).toBe(0)
  })
})

test('matches a reference on random passages, in any order', () => {
  const random = seededRandom(3)
  for (let round = 0; round < 40; round++) {
    const seen = Array.from({ length: 150 }, () => ({
      probe: Math.floor(random() * 12),
      arc: Math.floor(random() * 10),
      kmh: random() < 0.1 ? 2 + random() * 3 : 30 + random() * 40,
      weight: 0.3 + 0.7 * random(),
    }))
    const found = estimatorOf(seen).estimate(0)
    const truth = workedOut(seen)
    expect([...found.arc], `round ${round}`).toEqual([...truth.keys()].sort((a, b) => a - b))
    found.arc.forEach((arc, i) => {
      expect(found.kmh[i], `round ${round}`).toBeCloseTo(truth.get(arc) ?? Number.NaN, 3)
      expect(found.confidence[i]).toBeGreaterThan(0)
      expect(found.confidence[i]).toBeLessThan(1)
    })
    const shuffled = estimatorOf([...seen].reverse()).estimate(0)
    expect([...shuffled.arc]).toEqual([...found.arc])
    shuffled.kmh.forEach((kmh, i) => void expect(kmh).toBeCloseTo(found.kmh[i], 3))
  }
})

function workedOut(seen: readonly Required<Omit<Seen, 'at'>>[]): Map<number, number> {
  const result = new Map<number, number>()
  for (const arc of new Set(seen.map((one) => one.arc))) {
    const vehicles = [...new Set(seen.filter((one) => one.arc === arc).map((one) => one.probe))].map((probe) => {
      const own = seen.filter((one) => one.arc === arc && one.probe === probe)
      const sum = own.reduce((total, { weight }) => total + weight, 0)
      const paces = own.reduce((total, { weight, kmh }) => total + (weight * 3.6) / kmh, 0)
      return { pace: paces / sum, weight: sum / own.length }
    })
    const middle = median(vehicles.map(({ pace }) => pace))
    const deviation = Math.max(1.4826 * median(vehicles.map(({ pace }) => Math.abs(pace - middle))), 0.1 * middle)
    const kept = vehicles.filter(({ pace }) => Math.abs(pace - middle) <= 3 * deviation)
    if (kept.length < MIN_PROBES) continue
    const weights = kept.reduce((total, { weight }) => total + weight, 0)
    result.set(arc, (3.6 * weights) / kept.reduce((total, { weight, pace }) => total + weight * pace, 0))
  }
  return result
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2
}
