import type { PathMeasures } from '../attributes/path-attributes.ts'
import type { Side } from '../matrix/begin-search.ts'
import type { Kernel } from './kernel.ts'
import { littleBest, littleMeasures, MOST_LANES } from './source/upward/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** Maximum number of sources and targets together, because each keeps its lane. */
export const MOST_LITTLE_POINTS: number = MOST_LANES
const MOST_CELLS = (MOST_LITTLE_POINTS / 2) ** 2

/** Small matrices in the scratch memory of upward searches: sources in the first lanes, targets in the next. */
export class KernelLittle {
  private readonly kernel: Kernel
  private readonly scratch: number
  private sources = 0
  private targets = 0
  /** By source and target, in lane order: the minimum sums of labels, and length and duration in pairs. */
  readonly best: Int32Array
  readonly measures: Float64Array

  constructor(height: number, kernel: Kernel, { buffer }: SharedMemory, scratch: number) {
    this.kernel = kernel
    this.scratch = scratch
    this.best = new Int32Array(buffer, scratch + littleBest(height), MOST_CELLS)
    this.measures = new Float64Array(buffer, scratch + littleMeasures(height), 2 * MOST_CELLS)
  }

  begin(sources: number, targets: number): void {
    this.sources = sources
    this.targets = targets
    this.kernel.beginLittle(this.scratch, sources * targets)
  }

  /** As KernelMatrix.meetOver. */
  meetOver(s: number, sEnd: number, t: number, tEnd: number, from: number, to: number): void {
    this.kernel.meetLanes(this.scratch, this.targets, s, sEnd, this.sources, t, tEnd, from, to)
  }

  /** Computes the path attributes of all cells. */
  measure(by: PathMeasures, fadeCs: number): void {
    const { values, turns } = placeOf(by)
    this.kernel.measureLittle(this.scratch, this.sources, this.targets, by.size, values, turns, fadeCs)
  }

  /** Computes the attributes of one label of a point: see ClimbLane.measures. */
  measureLabel(by: PathMeasures, lane: number, label: number, side: Side): void {
    const { values, turns } = placeOf(by)
    this.kernel.measureLabel(this.scratch, lane, label, by.size, values, turns, side === 'target')
  }
}

function placeOf({ place }: PathMeasures) {
  if (!place) throw new Error('the kernels cannot access these path attributes')
  return place
}
