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
  /** Ascending, without copies. */
  readonly arc: Uint32Array
  /** Length over time, excluding turns: the duration of an arc is its length divided by this. */
  readonly kmh: Float32Array
  /** 0 … 1. Increases with the number of vehicles and with their agreement. */
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
  private readonly leastOwners: number

  /**
   * Reports speeds only for arcs with vehicles of at least this many owners, because data of one owner proves nothing.
   */
  constructor(leastOwners = 1) {
    this.leastOwners = leastOwners
  }

  /**
   * `probe` identifies the vehicle, which counts once per arc and slot. `owner` identifies its owner; by default each
   * vehicle has its own.
   */
  add(probe: number, passages: Passages, owner: number = probe): void {
    for (let i = 0; i < passages.count; i++) {
      const slot = Math.floor(passages.leftAt[i] / SLOT_SECONDS)
      const known = this.slots.get(slot) ?? { passages: new Passages(), probe: [], owner: [] }
      this.slots.set(slot, known)
      known.passages.add(passages.arc[i], passages.pace[i], passages.leftAt[i], passages.weight[i])
      known.probe.push(probe)
      known.owner.push(owner)
    }
  }

  /** Drops the passages of slots before this one. */
  forgetBefore(slot: number): void {
    for (const known of this.slots.keys()) if (known < slot) this.slots.delete(known)
  }

  listSlots(): number[] {
    return [...this.slots.keys()].sort((a, b) => a - b)
  }

  estimate(slot: number): LiveSpeeds {
    const known = this.slots.get(slot)
    const found: { arc: number; kmh: number; confidence: number; probes: number }[] = []
    if (known) {
      const order = sortByArc(known)
      const { arc } = known.passages
      for (let begin = 0, end = 0; begin < order.length; begin = end) {
        while (end < order.length && arc[order[end]] === arc[order[begin]]) end++
        const speed = this.speedOf(known, order, begin, end)
        if (speed) found.push({ arc: arc[order[begin]], ...speed })
      }
    }
    return {
      slot,
      count: found.length,
      arc: Uint32Array.from(found, ({ arc }) => arc),
      kmh: Float32Array.from(found, ({ kmh }) => kmh),
      confidence: Float32Array.from(found, ({ confidence }) => confidence),
      probes: Uint16Array.from(found, ({ probes }) => probes),
    }
  }

  /** Averages times rather than speeds, because the expected duration is what matters to the next vehicle. */
  private speedOf(known: SlotPassages, order: Uint32Array, begin: number, end: number) {
    const vehicles = this.gatherVehicles(known, order, begin, end)
    if (vehicles < MIN_PROBES) return undefined
    const [low, high] = plausibleRange(this.pace, vehicles, this.scratch)
    let [probes, weights, paces, squares] = [0, 0, 0, 0]
    const owners = new Set<number>()
    for (let i = 0; i < vehicles; i++) {
      const [pace, weight] = [this.pace[i], this.weight[i]]
      if (pace < low || pace > high) continue
      probes++
      owners.add(this.owner[i])
      weights += weight
      paces += weight * pace
      squares += weight * pace * pace
    }
    if (probes < MIN_PROBES || owners.size < this.leastOwners) return undefined
    const mean = paces / weights
    const spread = Math.sqrt(Math.max(0, squares / weights - mean * mean)) / mean
    // The constant 2 acts as two vehicles of doubt. The divisor is the uncertainty of the mean.
    const confidence = ((probes / (probes + 2)) * (weights / probes)) / (1 + spread / Math.sqrt(probes))
    return { kmh: 3.6 / mean, confidence, probes }
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
    for (let at = begin, next = begin; at < end; at = next) {
      let [times, sum, paces] = [0, 0, 0]
      for (; next < end && probe[order[next]] === probe[order[at]]; next++) {
        times++
        sum += passages.weight[order[next]]
        paces += passages.weight[order[next]] * passages.pace[order[next]]
      }
      this.pace[vehicles] = paces / sum
      this.owner[vehicles] = owner[order[at]]
      this.weight[vehicles++] = sum / times
    }
    return vehicles
  }
}

/** Sorted by arc, then vehicle, then order of arrival. */
function sortByArc({ passages, probe }: SlotPassages): Uint32Array {
  const { arc, count } = passages
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  return order.sort((a, b) => arc[a] - arc[b] || probe[a] - probe[b] || a - b)
}
