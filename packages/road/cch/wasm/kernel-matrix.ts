import { INFINITE_WEIGHT } from '../../sentinels.ts'
import type { JointOrder } from '../matrix/joint-order.ts'
import type { Topology } from '../topology.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { matrixOffsets, strideOf } from './matrix-offsets.ts'
import {
  BLOCK_SOURCES,
  BLOCK_TARGETS,
  M_HEIGHT,
  M_OUT_DURATION,
  M_OUT_LENGTH,
  M_OUT_WEIGHT,
  M_SOURCE_ATTRIBUTES,
  M_SOURCE_LABELS,
  M_SOURCE_MIN_WEIGHT,
  M_SOURCE_STEADY,
  M_TARGET_ATTRIBUTES,
  M_TARGET_COUNT,
  M_TARGET_DURATION_GROWTHS,
  M_TARGET_LABELS,
  M_TARGET_MIN_WEIGHT,
  M_TARGET_POINT,
  M_TARGET_ROW,
  M_TARGET_STEADY,
  M_TARGET_STRIDE,
  MATRIX_HEADER_BYTES,
  rowAttributes,
  rowGrowths,
  rowSteady,
} from './source/matrix/layout.ts'
import type { UpwardLane } from './upward-lane.ts'
import { createMemory } from './web-assembly.ts'

export { BLOCK_SOURCES, BLOCK_TARGETS }

/**
 * Path attributes to compute: none (0), length and duration (2), or also the growth of durations (3). The value
 * corresponds to the `size` of PathAttributes.
 */
export type AttributeSize = 0 | 2 | 3

/**
 * The memory in which one thread combines the rows of sources and targets, one block at a time. The memory is large
 * enough for the largest block. Unused regions only reserve address space.
 */
export class KernelMatrix {
  private readonly height: number
  private readonly kernel: Kernel
  private readonly header: Uint32Array
  private readonly sourceLabels: Int32Array
  private readonly sourceAttributes: Float64Array
  private readonly sourceSteadyCs: Float64Array
  /** Labels and attributes of targets, indexed by depth and then by target. Each depth has `stride` elements. */
  private readonly targetLabels: Int32Array
  private readonly targetAttributes: Float64Array
  private readonly targetGrowths: Float64Array
  private readonly targetSteadyCs: Float64Array
  private readonly targetRow: Int32Array
  private readonly rowAttributes: Float64Array
  private readonly rowGrowths: Float64Array
  private readonly rowSteadyCs: Float64Array
  private readonly sourceMinWeight: Int32Array
  private readonly targetMinWeight: Int32Array
  private readonly targetPoint: Uint32Array
  private readonly outWeight: Int32Array
  private readonly outLength: Float64Array
  private readonly outDuration: Float64Array
  private stride = 0
  private targetCount = 0
  private sourceCount = 0
  /** Number of depth bits in packed labels; see source/matrix/packing.ts. */
  private readonly depthBits: number
  private maxTargetWeight = 0
  private maxSourceWeight = 0
  private areTargetsPacked = false
  private areSourcesPacked = false

  constructor({ height }: Topology) {
    const { at, end } = matrixOffsets(height)
    const memory = createMemory(end)
    const { buffer } = memory
    this.height = height
    this.depthBits = Math.ceil(Math.log2(height + 1))
    this.kernel = instantiate(memory)
    this.header = new Uint32Array(buffer, 0, MATRIX_HEADER_BYTES / 4)
    for (const [field, offset] of Object.entries(at)) this.header[Number(field) / 4] = offset
    this.header[M_HEIGHT / 4] = height
    this.sourceLabels = new Int32Array(buffer, at[M_SOURCE_LABELS], BLOCK_SOURCES * height)
    this.sourceAttributes = new Float64Array(buffer, at[M_SOURCE_ATTRIBUTES], 2 * BLOCK_SOURCES * height)
    this.sourceSteadyCs = new Float64Array(buffer, at[M_SOURCE_STEADY], BLOCK_SOURCES * height)
    this.targetLabels = new Int32Array(buffer, at[M_TARGET_LABELS], strideOf(BLOCK_TARGETS) * height)
    this.targetAttributes = new Float64Array(buffer, at[M_TARGET_ATTRIBUTES], 2 * strideOf(BLOCK_TARGETS) * height)
    this.targetGrowths = new Float64Array(buffer, at[M_TARGET_DURATION_GROWTHS], strideOf(BLOCK_TARGETS) * height)
    this.targetSteadyCs = new Float64Array(buffer, at[M_TARGET_STEADY], strideOf(BLOCK_TARGETS) * height)
    this.targetRow = new Int32Array(buffer, at[M_TARGET_ROW], height)
    this.rowAttributes = new Float64Array(buffer, at[M_TARGET_ROW] + rowAttributes(height), 2 * height)
    this.rowGrowths = new Float64Array(buffer, at[M_TARGET_ROW] + rowGrowths(height), height)
    this.rowSteadyCs = new Float64Array(buffer, at[M_TARGET_ROW] + rowSteady(height), height)
    this.sourceMinWeight = new Int32Array(buffer, at[M_SOURCE_MIN_WEIGHT], BLOCK_SOURCES)
    this.targetMinWeight = new Int32Array(buffer, at[M_TARGET_MIN_WEIGHT], BLOCK_TARGETS)
    this.targetPoint = new Uint32Array(buffer, at[M_TARGET_POINT], BLOCK_TARGETS)
    this.outWeight = new Int32Array(buffer, at[M_OUT_WEIGHT], BLOCK_TARGETS)
    this.outLength = new Float64Array(buffer, at[M_OUT_LENGTH], BLOCK_TARGETS)
    this.outDuration = new Float64Array(buffer, at[M_OUT_DURATION], BLOCK_TARGETS)
  }

  beginTargets({ count, point, minWeight }: JointOrder): void {
    this.targetCount = count
    this.stride = strideOf(count)
    this.maxTargetWeight = 0
    this.areTargetsPacked = false
    this.header[M_TARGET_COUNT / 4] = count
    this.header[M_TARGET_STRIDE / 4] = this.stride
    this.targetPoint.set(point)
    this.targetMinWeight.set(minWeight)
    this.kernel.openMatrix()
  }

  beginSources({ count, minWeight }: JointOrder): void {
    this.sourceCount = count
    this.maxSourceWeight = 0
    this.areSourcesPacked = false
    this.sourceMinWeight.set(minWeight)
    this.kernel.clearCells(count)
  }

  /** Copies the results of an upward search at the first `length` depths. */
  takeSource(
    { weights, attributes, steadyCs: steady }: UpwardLane,
    index: number,
    length: number,
    attributeSize: AttributeSize,
  ): void {
    const first = index * this.height
    this.sourceLabels.set(weights.subarray(0, length), first)
    if (attributeSize > 0) this.sourceAttributes.set(attributes.subarray(0, 2 * length), 2 * first)
    if (attributeSize === 3) this.sourceSteadyCs.set(steady.subarray(0, length), first)
    this.maxSourceWeight = Math.max(this.maxSourceWeight, this.kernel.largestSource(index, length))
  }

  takeTarget(lane: UpwardLane, index: number, length: number, attributeSize: AttributeSize): void {
    const { weights, attributes, growths, steadyCs: steady } = lane
    this.targetRow.set(weights.subarray(0, length))
    if (attributeSize > 0) this.rowAttributes.set(attributes.subarray(0, 2 * length))
    if (attributeSize === 3) {
      this.rowGrowths.set(growths.subarray(0, length))
      this.rowSteadyCs.set(steady.subarray(0, length))
    }
    this.maxTargetWeight = Math.max(this.maxTargetWeight, this.kernel.storeTarget(index, length, attributeSize))
  }

  /** Packs the labels. Call this method after the last source and target are set and before they are combined. */
  packLabels(): void {
    const { kernel, depthBits: bits } = this
    const canPackLabels = Math.max(this.maxSourceWeight, this.maxTargetWeight) < 2 ** (29 - bits)
    if (canPackLabels) kernel.packSources(this.sourceCount, bits)
    if (canPackLabels && !this.areTargetsPacked) kernel.packTargets(bits)
    if (!canPackLabels && this.areTargetsPacked) kernel.unpackTargets(bits)
    this.areSourcesPacked = this.areTargetsPacked = canPackLabels
  }

  /** Combines all sources and targets of two ranges over the depths `from` to `to` of their common path. */
  meetOver(s: number, sEnd: number, t: number, tEnd: number, from: number, to: number): void {
    if (this.areSourcesPacked) this.kernel.meetPackedOver(s, sEnd, t, tEnd, from, to)
    else this.kernel.meetOver(s, sEnd, t, tEnd, from, to)
  }

  /** Returns the row of a source in point order. The arrays are views that are valid until the next call. */
  finishRow(index: number, attributeSize: AttributeSize, fadeCs: number) {
    this.kernel.finishRow(index, attributeSize, this.areSourcesPacked ? this.depthBits : 0, fadeCs)
    const { targetCount } = this
    return {
      weight: this.outWeight.subarray(0, targetCount),
      lengthCm: this.outLength.subarray(0, targetCount),
      durationCs: this.outDuration.subarray(0, targetCount),
    }
  }

  sourceLabel(index: number, depth: number) {
    const labelIndex = index * this.height + depth
    return {
      weight: unpackWeight(this.sourceLabels[labelIndex], this.areSourcesPacked ? this.depthBits : 0),
      lengthCm: this.sourceAttributes[2 * labelIndex],
      durationCs: this.sourceAttributes[2 * labelIndex + 1],
      growth: 0,
      steadyCs: this.sourceSteadyCs[labelIndex],
    }
  }

  targetLabel(index: number, depth: number) {
    const labelIndex = depth * this.stride + index
    return {
      weight: unpackWeight(this.targetLabels[labelIndex], this.areTargetsPacked ? this.depthBits : 0),
      lengthCm: this.targetAttributes[2 * labelIndex],
      durationCs: this.targetAttributes[2 * labelIndex + 1],
      growth: this.targetGrowths[labelIndex],
      steadyCs: this.targetSteadyCs[labelIndex],
    }
  }
}

function unpackWeight(label: number, bits: number): number {
  return label >= INFINITE_WEIGHT ? INFINITE_WEIGHT : label >> bits
}
