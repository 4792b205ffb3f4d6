import { Passages } from './passages.ts'
import { plausibleRange } from './typical/outliers.ts'

export const SLOT_SECONDS = 300
/** Minimum number of vehicles for an estimate. */
export const MIN_PROBES = 3

/** Speeds of vehicles on arcs within one five-minute slot. */
export interface LiveSpeeds {
  /** Start of the slot in seconds on the tracks' clock, divided by 300. */
  readonly slot: number
  readonly count: number
  /** Arcs in ascending order, without copies. */
  readonly arc: Uint32Array
  /** Length divided by time, excluding turns. The duration of an arc is its length divided by this speed. */
  readonly kmh: Float32Array
  /** Confidence from 0 to 1. The confidence increases with the number of vehicles and with their agreement. */
  readonly confidence: Float32Array
  readonly probes: Uint16Array
}

interface SlotPassages {
  readonly passages: Passages
  /** The vehicle of each passage. */
  readonly probe: number[]
  /** The owner of the vehicle. */
  readonly owner: number[]
}

/** Converts passages of vehicles to road speeds, slot by slot. */
export class SpeedEstimator {
  private readonly slots = new Map<number, SlotPassages>()
  private pace = new Float64Array(16)
  private weight = new Float64Array(16)
  private owner = new Float64Array(16)
  private scratch = new Float64Array(16)
  private readonly minOwners: number

  /**
   * Creates an estimator that reports speeds only for arcs with vehicles from at least `minOwners` owners. Data from
   * one owner may not be reliable enough.
   */
  constructor(minOwners = 1) {
    this.minOwners = minOwners
  }

  /**
   * Adds the passages of a vehicle. `probe` identifies the vehicle, which counts once per arc and slot. `owner`
   * identifies its owner. By default, each vehicle has a different owner.
   */
  add(probe: number, passages: Passages, owner: number = probe): void {
    for (let i = 0; i < passages.count; i++) {
      const slot = Math.floor(passages.leaveTime[i] / SLOT_SECONDS)
      const slotPassages = this.slots.get(slot) ?? { passages: new Passages(), probe: [], owner: [] }
      this.slots.set(slot, slotPassages)
      slotPassages.passages.add(passages.arc[i], passages.pace[i], passages.leaveTime[i], passages.weight[i])
      slotPassages.probe.push(probe)
      slotPassages.owner.push(owner)
    }
  }

  /** Drops the passages of slots before the given slot. */
  deleteSlotsBefore(slot: number): void {
    for (const oldSlot of this.slots.keys()) if (oldSlot < slot) this.slots.delete(oldSlot)
  }

  listSlots(): number[] {
    return [...this.slots.keys()].sort((a, b) => a - b)
  }

  estimate(slot: number): LiveSpeeds {
    const slotPassages = this.slots.get(slot)
    const speeds: { arc: number; kmh: number; confidence: number; probes: number }[] = []
    if (slotPassages) {
      const order = sortByArc(slotPassages)
      const { arc } = slotPassages.passages
      for (let begin = 0, end = 0; begin < order.length; begin = end) {
        while (end < order.length && arc[order[end]] === arc[order[begin]]) end++
        const speed = this.speedOf(slotPassages, order, begin, end)
        if (speed) speeds.push({ arc: arc[order[begin]], ...speed })
      }
    }
    return {
      slot,
      count: speeds.length,
      arc: Uint32Array.from(speeds, ({ arc }) => arc),
      kmh: Float32Array.from(speeds, ({ kmh }) => kmh),
      confidence: Float32Array.from(speeds, ({ confidence }) => confidence),
      probes: Uint16Array.from(speeds, ({ probes }) => probes),
    }
  }

  /**
   * Returns the speed on one arc. Times are averaged instead of speeds, because the next vehicle needs the expected
   * duration.
   */
  private speedOf(slotPassages: SlotPassages, order: Uint32Array, begin: number, end: number) {
    const vehicleCount = this.gatherVehicles(slotPassages, order, begin, end)
    if (vehicleCount < MIN_PROBES) return undefined
    const [low, high] = plausibleRange(this.pace, vehicleCount, this.scratch)
    let [probeCount, weights, paces, squares] = [0, 0, 0, 0]
    const owners = new Set<number>()
    for (let i = 0; i < vehicleCount; i++) {
      const [pace, weight] = [this.pace[i], this.weight[i]]
      if (pace < low || pace > high) continue
      probeCount++
      owners.add(this.owner[i])
      weights += weight
      paces += weight * pace
      squares += weight * pace * pace
    }
    if (probeCount < MIN_PROBES || owners.size < this.minOwners) return undefined
    const mean = paces / weights
    const spread = Math.sqrt(Math.max(0, squares / weights - mean * mean)) / mean
    // The constant 2 keeps the confidence low if there are few vehicles. The divisor reflects the uncertainty of the
    // mean.
    const confidence = ((probeCount / (probeCount + 2)) * (weights / probeCount)) / (1 + spread / Math.sqrt(probeCount))
    return { kmh: 3.6 / mean, confidence, probes: probeCount }
  }

  /** Collects the mean pace of every vehicle on one arc and returns the number of vehicles. */
  private gatherVehicles(
    { passages, probe, owner }: SlotPassages,
    order: Uint32Array,
    begin: number,
    end: number,
  ): number {
    if (this.pace.length < end - begin) {
      this.pace = new Float64Array(2 * (end - begin))
      this.weight = new Float64Array(2 * (end - begin))
      this.owner = new Float64Array(2 * (end - begin))
      this.scratch = new Float64Array(2 * (end - begin))
    }
    let vehicles = 0
    for (let groupStart = begin, next = begin; groupStart < end; groupStart = next) {
      let [times, sum, paces] = [0, 0, 0]
      for (; next < end && probe[order[next]] === probe[order[groupStart]]; next++) {
        times++
        sum += passages.weight[order[next]]
        paces += passages.weight[order[next]] * passages.pace[order[next]]
      }
      this.pace[vehicles] = paces / sum
      this.owner[vehicles] = owner[order[groupStart]]
      this.weight[vehicles++] = sum / times
    }
    return vehicles
  }
}

/** Returns the passages sorted by arc, then by vehicle, and then by order of arrival. */
function sortByArc({ passages, probe }: SlotPassages): Uint32Array {
  const { arc, count } = passages
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  return order.sort((a, b) => arc[a] - arc[b] || probe[a] - probe[b] || a - b)
}
