import { Passages } from './passages.ts'
import { plausibleRange } from './typical/outliers.ts'

export const SLOT_SECONDS = 300
/** Fewer vehicles than this say nothing about a road. */
export const LEAST_PROBES = 3

/** What vehicles drove on arcs within one slot of five minutes. */
export interface LiveSpeeds {
  /** Seconds of its beginning, on the tracks' clock, divided by 300. */
  readonly slot: number
  readonly count: number
  /** Ascending; never copies. */
  readonly arc: Uint32Array
  /** Length over time, turns excluded: an arc takes its length divided by this. */
  readonly kmh: Float32Array
  /** 0 … 1: grows with the number of vehicles, and with how well they agree. */
  readonly confidence: Float32Array
  readonly probes: Uint16Array
}

interface SlotPassages {
  readonly passages: Passages
  /** Which vehicle each of them was. */
  readonly probe: number[]
  /** Whose vehicle. */
  readonly owner: number[]
}

/** Turns passages of vehicles into speeds of roads, slot by slot. */
export class SpeedEstimator {
  private readonly slots = new Map<number, SlotPassages>()
  private pace = new Float64Array(16)
  private weight = new Float64Array(16)
  private owner = new Float64Array(16)
  private scratch = new Float64Array(16)
  private readonly leastOwners: number

  /** Speeds are told only of arcs on which vehicles of so many owners drove: what one of them says proves nothing. */
  constructor(leastOwners = 1) {
    this.leastOwners = leastOwners
  }

  /**
   * `probe` names the vehicle: however often it comes by an arc within a slot, it counts once. `owner` tells whose it is;
   * unless it is told, each has one of its own.
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

  /** Slots before this one are over, and their passages no longer kept. */
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

  /** Times are averaged, not speeds: what the next vehicle wants to know is how long it will take. */
  private speedOf(known: SlotPassages, order: Uint32Array, begin: number, end: number) {
    const vehicles = this.gatherVehicles(known, order, begin, end)
    if (vehicles < LEAST_PROBES) return undefined
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
    if (probes < LEAST_PROBES || owners.size < this.leastOwners) return undefined
    const mean = paces / weights
    const spread = Math.sqrt(Math.max(0, squares / weights - mean * mean)) / mean
    // Two vehicles' worth of doubt, and what their mean may be off.
    const confidence = ((probes / (probes + 2)) * (weights / probes)) / (1 + spread / Math.sqrt(probes))
    return { kmh: 3.6 / mean, confidence, probes }
  }

  /** The mean pace of every vehicle on one arc; returns how many there were. */
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

/** By arc, then vehicle, then as they came. */
function sortByArc({ passages, probe }: SlotPassages): Uint32Array {
  const { arc, count } = passages
  const order = Uint32Array.from({ length: count }, (_, i) => i)
  return order.sort((a, b) => arc[a] - arc[b] || probe[a] - probe[b] || a - b)
}
