import type { Metric } from '../metric.ts'
import type { Topology } from '../topology.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { MemoryOffsets } from './memory-offsets.ts'
import { reportSize } from './memory-pressure.ts'
import { isUnchanged, markChanged } from './metric-state.ts'
import {
  C_ARC_COUNT,
  C_CHANGED,
  C_CHILDREN,
  C_DOWN_BELOW,
  C_DOWN_BELOW_FIRST,
  C_DOWN_FIRST,
  C_LEAVES,
  C_LONGER,
  C_LOWER,
  C_PAIR_FIRST,
  C_PAIRS,
  C_PENDING,
  C_SHORTER,
  C_SLOT_COUNT,
  C_SLOT_OF_TURN,
  C_TARGET,
  C_TOUCHED,
  C_TOUCHED_COUNT,
  C_TRIANGLE_FIRST,
  C_TURN_COUNT,
  C_TURN_WEIGHT,
  C_UP_BELOW,
  C_UP_BELOW_FIRST,
  C_UP_FIRST,
  C_UPPER,
  C_VERTEX_COUNT,
  C_WAITING,
  C_WEIGHT,
  CUSTOMIZATION_HEADER_BYTES,
} from './source/customization-layout.ts'
import { createMemory, MAX_MEMORY_BYTES, type SharedMemory } from './web-assembly.ts'

/**
 * Memory layout of the customization. The fast layout needs 12 bytes per triangle. Maps with too many triangles use the
 * compact layout.
 */
export type CustomizationLayout = 'fast' | 'compact'

/** Array sizes. `slotTotal` is the number of slots in a metric, including the spare slot. */
export interface CustomizationSizes {
  readonly topology: Topology
  readonly slotTotal: number
  /** Index of the first triangle of every vertex, followed by the total number of triangles. */
  readonly triangleFirst: Uint32Array
  /** Maximum number of triangles at a vertex. */
  readonly maxTriangles: number
}

export function layoutFor(sizes: CustomizationSizes): CustomizationLayout {
  return offsetsOf(sizes, 'fast').end <= MAX_MEMORY_BYTES ? 'fast' : 'compact'
}

/**
 * The memory and kernels with which one thread creates and updates the metrics of one map. Results are copied into the
 * metric.
 */
export class Customizer {
  readonly layout: CustomizationLayout
  /**
   * Data of Triangles, which the creator of this object writes. The array `target` is filled only in the fast layout.
   */
  readonly target: Uint32Array
  readonly leaves: Float64Array
  private readonly sizes: CustomizationSizes
  private readonly memory: SharedMemory
  private readonly kernel: Kernel
  private readonly header: Uint32Array
  private readonly turnWeight: Int32Array
  private readonly weight: Int32Array
  private readonly children: Float64Array
  /** The state of the metric whose weights and shortcut children are loaded. */
  private loadedState: object | undefined
  private updateViews: UpdateViews | undefined

  constructor(sizes: CustomizationSizes, layout: CustomizationLayout) {
    const { topology, slotTotal } = sizes
    const { at, end } = offsetsOf(sizes, layout)
    const memory = createMemory(end)
    const { buffer } = memory
    reportSize(memory, end)
    this.layout = layout
    this.sizes = sizes
    this.memory = memory
    this.header = new Uint32Array(buffer, 0, CUSTOMIZATION_HEADER_BYTES / 4)
    this.header[C_VERTEX_COUNT / 4] = topology.vertexCount
    this.header[C_ARC_COUNT / 4] = topology.arcCount
    this.header[C_SLOT_COUNT / 4] = slotTotal - 1
    this.header[C_TURN_COUNT / 4] = topology.slotOfTurn.length
    for (const [field, offset] of Object.entries(at)) this.header[Number(field) / 4] = offset
    this.copyToMemory(at[C_UP_FIRST], topology.upFirst)
    this.copyToMemory(at[C_DOWN_FIRST], topology.downFirst)
    this.copyToMemory(at[C_SLOT_OF_TURN], topology.slotOfTurn)
    if (at[C_UPPER]) this.copyToMemory(at[C_UPPER], topology.upper)
    this.target = new Uint32Array(buffer, at[C_TARGET], triangleTargetCount(sizes, layout))
    this.leaves = new Float64Array(buffer, at[C_LEAVES], slotTotal)
    this.turnWeight = new Int32Array(buffer, at[C_TURN_WEIGHT], topology.slotOfTurn.length)
    this.weight = new Int32Array(buffer, at[C_WEIGHT], slotTotal)
    this.children = new Float64Array(buffer, at[C_CHILDREN], slotTotal)
    this.kernel = instantiate(memory)
    this.kernel.openCustomization()
  }

  customize(turnWeight: Int32Array, metric: Metric): void {
    this.turnWeight.set(turnWeight)
    this.kernel.customize()
    metric.weight.set(this.weight)
    metric.children.set(this.children)
    this.loadedState = markChanged(metric)
  }

  /**
   * Writes the data for updates on the first call. Until then, the memory pages of this data only reserve address
   * space.
   */
  prepareUpdates(): void {
    if (this.updateViews) return
    const { topology, triangleFirst } = this.sizes
    const { at } = offsetsOf(this.sizes, this.layout)
    this.copyToMemory(at[C_LOWER], topology.lower)
    if (this.layout === 'fast') {
      this.copyToMemory(at[C_TRIANGLE_FIRST], triangleFirst)
      this.kernel.groupPairs()
    } else {
      this.copyToMemory(at[C_UP_BELOW_FIRST], topology.upBelowFirst)
      this.copyToMemory(at[C_UP_BELOW], topology.upBelow)
      this.copyToMemory(at[C_DOWN_BELOW_FIRST], topology.downBelowFirst)
      this.copyToMemory(at[C_DOWN_BELOW], topology.downBelow)
    }
    const turnCount = topology.slotOfTurn.length
    this.updateViews = {
      changedTurns: new Uint32Array(this.memory.buffer, at[C_CHANGED], turnCount),
      touched: new Uint32Array(this.memory.buffer, at[C_TOUCHED], topology.arcCount + turnCount),
    }
  }

  /**
   * Updates a metric and returns the number of processed vertices. `turnWeight` already contains the new weights, and
   * `changedTurns` lists the changed turns.
   */
  update(metric: Metric, turnWeight: Int32Array, changedTurns: Uint32Array): number {
    if (!this.updateViews) throw new Error('updates are not prepared')
    if (!isUnchanged(metric, this.loadedState)) this.load(metric, turnWeight)
    const processedCount = this.kernel.update(
      this.writeChanged(this.updateViews.changedTurns, turnWeight, changedTurns),
    )
    const { weight, children } = this
    const { touched } = this.updateViews
    for (let index = 0, count = this.header[C_TOUCHED_COUNT / 4]; index < count; index++) {
      const slot = touched[index]
      metric.weight[slot] = weight[slot]
      metric.children[slot] = children[slot]
    }
    this.loadedState = markChanged(metric)
    return processedCount
  }

  private load(metric: Metric, turnWeight: Int32Array): void {
    this.turnWeight.set(turnWeight)
    this.weight.set(metric.weight)
    this.children.set(metric.children)
  }

  /** Writes the changed turns. If the list has more entries than there are turns, all turns count as changed. */
  private writeChanged(entries: Uint32Array, turnWeight: Int32Array, changedTurns: Uint32Array): number {
    const { slotOfTurn } = this.sizes.topology
    const changesAllTurns = changedTurns.length > slotOfTurn.length
    const count = changesAllTurns ? slotOfTurn.length : changedTurns.length
    for (let index = 0; index < count; index++) {
      const turn = changesAllTurns ? index : changedTurns[index]
      this.turnWeight[turn] = turnWeight[turn]
      entries[index] = turn
    }
    return count
  }

  private copyToMemory(address: number, array: Uint32Array): void {
    new Uint32Array(this.memory.buffer, address, array.length).set(array)
  }
}

interface UpdateViews {
  readonly changedTurns: Uint32Array
  readonly touched: Uint32Array
}

function triangleTargetCount(
  { topology, triangleFirst, maxTriangles }: CustomizationSizes,
  layout: CustomizationLayout,
): number {
  return layout === 'fast' ? triangleFirst[topology.vertexCount] : maxTriangles
}

/** Returns the memory offsets by header field. */
function offsetsOf(sizes: CustomizationSizes, layout: CustomizationLayout) {
  const { vertexCount, arcCount, height, slotOfTurn, upBelow, downBelow } = sizes.topology
  const offsets = new MemoryOffsets(CUSTOMIZATION_HEADER_BYTES)
  const words = (count: number): number => offsets.take(4 * count)
  const doubles = (count: number): number => offsets.take(8 * count)
  const commonOffsets = {
    [C_UP_FIRST]: words(vertexCount + 1),
    [C_DOWN_FIRST]: words(vertexCount + 1),
    [C_TARGET]: words(triangleTargetCount(sizes, layout)),
    [C_LEAVES]: doubles(sizes.slotTotal),
    [C_SLOT_OF_TURN]: words(slotOfTurn.length),
    [C_TURN_WEIGHT]: words(slotOfTurn.length),
    [C_WEIGHT]: words(sizes.slotTotal),
    [C_CHILDREN]: doubles(sizes.slotTotal),
    [C_LOWER]: words(arcCount),
    [C_PENDING]: offsets.take(arcCount),
    [C_WAITING]: doubles(Math.ceil(vertexCount / 64) + 1),
    [C_SHORTER]: doubles(height),
    [C_LONGER]: doubles(height),
    [C_TOUCHED]: words(arcCount + slotOfTurn.length),
    [C_CHANGED]: words(slotOfTurn.length),
  }
  const layoutOffsets: Record<number, number> =
    layout === 'fast'
      ? {
          [C_TRIANGLE_FIRST]: words(vertexCount + 1),
          [C_PAIR_FIRST]: words(arcCount + 2),
          [C_PAIRS]: doubles(sizes.triangleFirst[vertexCount]),
        }
      : {
          [C_UPPER]: words(arcCount),
          [C_UP_BELOW_FIRST]: words(vertexCount + 1),
          [C_UP_BELOW]: words(upBelow.length),
          [C_DOWN_BELOW_FIRST]: words(vertexCount + 1),
          [C_DOWN_BELOW]: words(downBelow.length),
        }
  const fieldOffsets: Readonly<Record<number, number>> = { ...commonOffsets, ...layoutOffsets }
  return { at: fieldOffsets, end: offsets.end }
}
