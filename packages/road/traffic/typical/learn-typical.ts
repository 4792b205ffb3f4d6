import { groupBy } from '../../cch/graph/adjacency.ts'
import type { Passages } from '../passages.ts'
import {
  findRun,
  kmhOf,
  MAX_RUN_SLOTS,
  MIN_WEIGHT,
  packRun,
  runBegin,
  runLength,
  speedCode,
  type TypicalSpeeds,
  WEIGHT_STEPS,
  weightCode,
  weightOf,
} from './typical-speeds.ts'
import { WEEK_SLOTS, weekSlotAt } from './week-slots.ts'

/** Maximum weight of a quarter-hour. With this limit, the speed adapts when the road changes. */
const MAX_WEIGHT = 100
/**
 * Maximum relative speed difference between quarter-hours of one run. Larger differences are also accepted if chance
 * can explain them.
 */
const MAX_SPEED_DIFFERENCE = 0.04
/** Relative spread of the speeds of vehicles on one road at one time. */
const VEHICLE_SPREAD = 0.2

export interface LearnOptions {
  /** Returns the UTC offset of the region at an instant, in seconds. */
  readonly utcOffsetSeconds: (epochSeconds: number) => number
  /**
   * Factor that is applied to the old weights first. The factor is 1 for most updates and lower for about one update a
   * week. The factor is rounded to sixteenths of a halving. A factor of 0.84 per week halves the weight of data from
   * four weeks ago.
   */
  readonly decay: number
}

/** Returns the old speeds updated with new passages. The old speeds stay unchanged for concurrent readers. */
export function learnTypicalSpeeds(oldSpeeds: TypicalSpeeds, passages: Passages, options: LearnOptions): TypicalSpeeds {
  const byArc = groupBy(passages.arc.subarray(0, passages.count), oldSpeeds.arcCount)
  const decaySteps = Math.round(-Math.log2(options.decay) * WEIGHT_STEPS)
  const week = new Week()
  const result = new RunColumns(oldSpeeds.arcCount, oldSpeeds.run.length + passages.count)
  for (let arc = 0; arc < oldSpeeds.arcCount; arc++) {
    const end = byArc.first[arc + 1]
    if (byArc.first[arc] < end) {
      week.load(oldSpeeds, arc, decaySteps)
      for (let i = byArc.first[arc]; i < end; i++) {
        const passage = byArc.item[i]
        const seconds = passages.leaveTime[passage]
        const slot = weekSlotAt(seconds, options.utcOffsetSeconds(seconds))
        week.add(slot, passages.pace[passage], passages.weight[passage])
      }
      week.writeRuns(result)
    } else copyFaded(oldSpeeds, arc, decaySteps, result)
    result.end(arc)
  }
  return result.finish()
}

/** Copies the runs of an arc without new passages and reduces their weights. Most arcs have no new passages. */
function copyFaded({ first, run, speed, weight }: TypicalSpeeds, arc: number, fade: number, result: RunColumns): void {
  for (let i = first[arc]; i < first[arc + 1]; i++) {
    if (weight[i] > fade) result.add(run[i], speed[i], Math.min(255, weight[i] - fade))
  }
}

/** The decoded week of one arc. */
class Week {
  /** Pace in seconds per meter, because times can be averaged and speeds cannot. */
  private readonly pace = new Float64Array(WEEK_SLOTS)
  private readonly weight = new Float64Array(WEEK_SLOTS)

  load({ first, run, speed, weight }: TypicalSpeeds, arc: number, fade: number): void {
    this.weight.fill(0)
    for (let i = first[arc]; i < first[arc + 1]; i++) {
      if (weight[i] <= fade) continue
      const begin = runBegin(run[i])
      this.weight.fill(weightOf(weight[i] - fade), begin, begin + runLength(run[i]))
      this.pace.fill(3.6 / kmhOf(speed[i]), begin, begin + runLength(run[i]))
    }
  }

  add(slot: number, pace: number, weight: number): void {
    const sum = this.weight[slot] + weight
    this.pace[slot] = this.weight[slot] > 0 ? (this.weight[slot] * this.pace[slot] + weight * pace) / sum : pace
    this.weight[slot] = Math.min(MAX_WEIGHT, sum)
  }

  /** Merges adjacent quarter-hours while they stay close to the mean of the run. */
  writeRuns(result: RunColumns): void {
    for (let begin = 0, end = 0; begin < WEEK_SLOTS; begin = end) {
      end = begin + 1
      if (this.weight[begin] < MIN_WEIGHT) continue
      let totalWeight = this.weight[begin]
      let weightedPaceSum = totalWeight * this.pace[begin]
      while (
        end < WEEK_SLOTS &&
        end - begin < MAX_RUN_SLOTS &&
        this.isSimilar(end, weightedPaceSum / totalWeight, totalWeight)
      ) {
        totalWeight += this.weight[end]
        weightedPaceSum += this.weight[end] * this.pace[end]
        end++
      }
      const length = end - begin
      result.add(
        packRun(begin, length),
        speedCode((3.6 * totalWeight) / weightedPaceSum),
        weightCode(totalWeight / length),
      )
    }
  }

  private isSimilar(slot: number, pace: number, weights: number): boolean {
    const weight = this.weight[slot]
    if (weight < MIN_WEIGHT) return false
    const expectedDeviation = VEHICLE_SPREAD * Math.sqrt(1 / weight + 1 / weights)
    return Math.abs(this.pace[slot] - pace) <= Math.max(MAX_SPEED_DIFFERENCE, expectedDeviation) * pace
  }
}

class RunColumns {
  private readonly arcCount: number
  private readonly first: Uint32Array
  private run: Uint16Array
  private speed: Uint8Array
  private weight: Uint8Array
  private count = 0

  /** Allocates the columns. An observation splits at most one run in two and adds one run. */
  constructor(arcCount: number, runCount: number) {
    this.arcCount = arcCount
    this.first = new Uint32Array(arcCount + 1)
    this.run = new Uint16Array(3 * runCount)
    this.speed = new Uint8Array(3 * runCount)
    this.weight = new Uint8Array(3 * runCount)
  }

  add(run: number, speed: number, weight: number): void {
    this.run[this.count] = run
    this.speed[this.count] = speed
    this.weight[this.count++] = weight
  }

  end(arc: number): void {
    this.first[arc + 1] = this.count
  }

  finish(): TypicalSpeeds {
    const { arcCount, first, count } = this
    return {
      arcCount,
      first,
      run: this.run.slice(0, count),
      speed: this.speed.slice(0, count),
      weight: this.weight.slice(0, count),
    }
  }
}

/** Returns the learned weight (number of vehicles) of an arc at a quarter-hour. */
export function typicalWeight(speeds: TypicalSpeeds, arc: number, slot: number): number {
  const run = findRun(speeds, arc, slot)
  return run < 0 ? 0 : weightOf(speeds.weight[run])
}
