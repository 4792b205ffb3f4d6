import type { PathAttributes } from '../attributes/path-attributes.ts'
import type { Side } from '../matrix/endpoint-attributes.ts'
import type { Kernel } from './kernel.ts'
import { MAX_LANES, smallAttributes, smallBest } from './source/upward/layout.ts'
import type { SharedMemory } from './web-assembly.ts'

/** Maximum number of sources and targets together. Each source and each target occupies a lane. */
export const MAX_SMALL_POINTS: number = MAX_LANES
const MAX_CELLS = (MAX_SMALL_POINTS / 2) ** 2

/**
 * Fills small matrices in the scratch memory of upward searches. Sources occupy the first lanes, and targets occupy the
 * next ones.
 */
export class KernelSmallMatrix {
  private readonly kernel: Kernel
  private readonly scratch: number
  private sourceCount = 0
  private targetCount = 0
  /**
   * Results by source and target, in lane order. `best` has the minimum sums of labels, and `attributes` has pairs of
   * length and duration.
   */
  readonly best: Int32Array
  readonly attributes: Float64Array

  constructor(height: number, kernel: Kernel, { buffer }: SharedMemory, scratch: number) {
    this.kernel = kernel
    this.scratch = scratch
    this.best = new Int32Array(buffer, scratch + smallBest(height), MAX_CELLS)
    this.attributes = new Float64Array(buffer, scratch + smallAttributes(height), 2 * MAX_CELLS)
  }

  begin(sourceCount: number, targetCount: number): void {
    this.sourceCount = sourceCount
    this.targetCount = targetCount
    this.kernel.beginSmallMatrix(this.scratch, sourceCount * targetCount)
  }

  /** Combines two ranges like KernelMatrix.meetOver. */
  meetOver(s: number, sEnd: number, t: number, tEnd: number, from: number, to: number): void {
    this.kernel.meetLanes(this.scratch, this.targetCount, s, sEnd, this.sourceCount, t, tEnd, from, to)
  }

  computeAttributes({ offsets, size }: PathAttributes, fadeCs: number): void {
    const { scratch, sourceCount, targetCount } = this
    this.kernel.computeSmallAttributes(
      scratch,
      sourceCount,
      targetCount,
      size,
      offsets.valuesOffset,
      offsets.turnsOffset,
      fadeCs,
    )
  }

  /** Computes the attributes of one label of a point; see UpwardLane.attributes. */
  computeLabelAttributes({ offsets, size }: PathAttributes, lane: number, label: number, endpointSide: Side): void {
    const { valuesOffset, turnsOffset } = offsets
    this.kernel.computeLabelAttributes(
      this.scratch,
      lane,
      label,
      size,
      valuesOffset,
      turnsOffset,
      endpointSide === 'target',
    )
  }
}
