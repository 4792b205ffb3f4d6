import type { Metric } from '../metric.ts'
import type { Topology } from '../topology.ts'
import { instantiate, type Kernel } from './kernel.ts'
import { Places } from './memory-offsets.ts'
import { showSize } from './memory-pressure.ts'
import { isStill, markChanged } from './metric-state.ts'
import {
  W_ARC_COUNT,
  W_CHANGED,
  W_DOWN_FIRST,
  W_LEAVES,
  W_LONGER,
  W_LOWER,
  W_PAIR_FIRST,
  W_PAIRS,
  W_PARTS,
  W_PENDING,
  W_SHORTER,
  W_SLOT_COUNT,
  W_SLOT_OF_TURN,
  W_TARGET,
  W_TOUCHED,
  W_TOUCHED_COUNT,
  W_TRIANGLE_FIRST,
  W_TURN_COUNT,
  W_TURN_WEIGHT,
  W_UP_FIRST,
  W_VERTEX_COUNT,
  W_WAITING,
  W_WEIGHT,
  WORKSHOP_HEADER_BYTES,
} from './source/customization-layout.ts'
import { findMemory, type SharedMemory } from './web-assembly.ts'

/** Array sizes; `slots` are those of a metric, including the spare one. */
interface Sizes {
  readonly topology: Topology
  readonly slots: number
  readonly triangleFirst: Uint32Array
}

/** Undefined without WebAssembly or when the map is too large for it. */
export function findWorkshop(sizes: Sizes): KernelWorkshop | undefined {
  const { end } = placesOf(sizes)
  const memory = findMemory(end)
  if (!memory) return undefined
  showSize(memory, end)
  return new KernelWorkshop(sizes, memory)
}

/**
 * The memory and kernels with which one thread creates and updates the metrics of one map. The result is copied into
 * the metric.
 */
export class KernelWorkshop {
  /** See Triangles. The creator fills it. */
  readonly target: Uint32Array
  readonly leaves: Float64Array
  private readonly sizes: Sizes
  private readonly memory: SharedMemory
  private readonly kernel: Kernel
  private readonly header: Uint32Array
  private readonly turnWeight: Int32Array
  private readonly weight: Int32Array
  private readonly parts: Float64Array
  /** The state of the metric whose weights and shortcut children are loaded. */
  private held: object | undefined
  private updates: UpdateViews | undefined

  constructor(sizes: Sizes, memory: SharedMemory) {
    const { topology, slots, triangleFirst } = sizes
    const { buffer } = memory
    const { at } = placesOf(sizes)
    this.sizes = sizes
    this.memory = memory
    this.header = new Uint32Array(buffer, 0, WORKSHOP_HEADER_BYTES / 4)
    this.header[W_VERTEX_COUNT / 4] = topology.vertexCount
    this.header[W_ARC_COUNT / 4] = topology.arcCount
    this.header[W_SLOT_COUNT / 4] = slots - 1
    this.header[W_TURN_COUNT / 4] = topology.slotOfTurn.length
    this.place(at)
    this.copyIn(at[W_UP_FIRST], topology.upFirst)
    this.copyIn(at[W_DOWN_FIRST], topology.downFirst)
    this.copyIn(at[W_SLOT_OF_TURN], topology.slotOfTurn)
    this.target = new Uint32Array(buffer, at[W_TARGET], triangleFirst[topology.vertexCount])
    this.leaves = new Float64Array(buffer, at[W_LEAVES], slots)
    this.turnWeight = new Int32Array(buffer, at[W_TURN_WEIGHT], topology.slotOfTurn.length)
    this.weight = new Int32Array(buffer, at[W_WEIGHT], slots)
    this.parts = new Float64Array(buffer, at[W_PARTS], slots)
    this.kernel = instantiate(memory)
    this.kernel.openWorkshop()
  }

  customize(turnWeight: Int32Array, metric: Metric): void {
    this.turnWeight.set(turnWeight)
    this.kernel.customize()
    metric.weight.set(this.weight)
    metric.parts.set(this.parts)
    this.held = markChanged(metric)
  }

  /** Writes the data for updates, once. Its memory pages cost nothing until then. */
  prepareUpdates(): void {
    if (this.updates) return
    const { topology, triangleFirst } = this.sizes
    const { at } = placesOf(this.sizes)
    this.copyIn(at[W_LOWER], topology.lower)
    this.copyIn(at[W_TRIANGLE_FIRST], triangleFirst)
    this.kernel.groupPairs()
    const turnCount = topology.slotOfTurn.length
    this.updates = {
      changed: new Uint32Array(this.memory.buffer, at[W_CHANGED], turnCount),
      touched: new Uint32Array(this.memory.buffer, at[W_TOUCHED], topology.arcCount + turnCount),
    }
  }

  /**
   * `turnWeight` already contains the new weights; `changed` lists the changed turns. Returns the number of vertices
   * processed.
   */
  update(metric: Metric, turnWeight: Int32Array, changed: Uint32Array): number {
    if (!this.updates) throw new Error('updates are not prepared')
    if (!isStill(metric, this.held)) this.hold(metric, turnWeight)
    const looked = this.kernel.update(this.writeChanged(this.updates.changed, turnWeight, changed))
    const { weight, parts } = this
    const { touched } = this.updates
    for (let index = 0, count = this.header[W_TOUCHED_COUNT / 4]; index < count; index++) {
      const slot = touched[index]
      metric.weight[slot] = weight[slot]
      metric.parts[slot] = parts[slot]
    }
    this.held = markChanged(metric)
    return looked
  }

  private hold(metric: Metric, turnWeight: Int32Array): void {
    this.turnWeight.set(turnWeight)
    this.weight.set(metric.weight)
    this.parts.set(metric.parts)
  }

  /** If the list has more entries than there are turns, all turns count as changed. */
  private writeChanged(entries: Uint32Array, turnWeight: Int32Array, changed: Uint32Array): number {
    const { slotOfTurn } = this.sizes.topology
    const isAll = changed.length > slotOfTurn.length
    const count = isAll ? slotOfTurn.length : changed.length
    for (let index = 0; index < count; index++) {
      const turn = isAll ? index : changed[index]
      this.turnWeight[turn] = turnWeight[turn]
      entries[index] = turn
    }
    return count
  }

  private place(at: Readonly<Record<number, number>>): void {
    for (const [name, address] of Object.entries(at)) this.header[Number(name) / 4] = address
  }

  private copyIn(address: number, array: Uint32Array): void {
    new Uint32Array(this.memory.buffer, address, array.length).set(array)
  }
}

interface UpdateViews {
  readonly changed: Uint32Array
  readonly touched: Uint32Array
}

/** Memory offsets by their header fields. */
function placesOf({ topology, slots, triangleFirst }: Sizes) {
  const { vertexCount, arcCount, height, slotOfTurn } = topology
  const triangleCount = triangleFirst[vertexCount]
  const places = new Places(WORKSHOP_HEADER_BYTES)
  const at = {
    [W_UP_FIRST]: places.take(4 * (vertexCount + 1)),
    [W_DOWN_FIRST]: places.take(4 * (vertexCount + 1)),
    [W_TARGET]: places.take(4 * triangleCount),
    [W_LEAVES]: places.take(8 * slots),
    [W_SLOT_OF_TURN]: places.take(4 * slotOfTurn.length),
    [W_TURN_WEIGHT]: places.take(4 * slotOfTurn.length),
    [W_WEIGHT]: places.take(4 * slots),
    [W_PARTS]: places.take(8 * slots),
    [W_TRIANGLE_FIRST]: places.take(4 * (vertexCount + 1)),
    [W_LOWER]: places.take(4 * arcCount),
    [W_PAIR_FIRST]: places.take(4 * (arcCount + 2)),
    [W_PAIRS]: places.take(8 * triangleCount),
    [W_PENDING]: places.take(arcCount),
    [W_WAITING]: places.take(8 * (Math.ceil(vertexCount / 64) + 1)),
    [W_SHORTER]: places.take(8 * height),
    [W_LONGER]: places.take(8 * height),
    [W_TOUCHED]: places.take(4 * (arcCount + slotOfTurn.length)),
    [W_CHANGED]: places.take(4 * slotOfTurn.length),
  }
  return { at, end: places.end }
}
