import type { Metric } from '../metric.ts'
import { slotCount, type Topology } from '../topology.ts'
import { attributeBytes, countAttributes } from './attribute-memory.ts'
import { MemoryOffsets } from './memory-offsets.ts'
import { reportSize } from './memory-pressure.ts'
import { shareState } from './metric-state.ts'
import {
  ATTRIBUTES,
  ATTRIBUTES_BYTES,
  ATTRIBUTES_COUNT,
  ATTRIBUTES_MAX,
  CHILDREN,
  DEPTH,
  DOWN_FIRST,
  HEADER_BYTES,
  HEIGHT,
  METRIC_NAME,
  PARENT,
  SCRATCH,
  SCRATCH_BYTES,
  SCRATCH_COUNT,
  SCRATCH_MAX,
  scratchBytes,
  UP_FIRST,
  UPPER_DEPTH,
  VERTEX_BYTES,
  VERTEX_COUNT,
  VERTICES,
  WEIGHT,
} from './source/layout.ts'
import { upwardScratchBytes } from './source/upward/layout.ts'
import { createMemory, MAX_MEMORY_BYTES } from './web-assembly.ts'

/**
 * Maximum number of queries with scratch memory in one metric. Every thread has four or five queries. Unused pieces
 * only reserve address space. A map with a very deep elimination tree has fewer pieces, because they are larger.
 */
export const MAX_SCRATCH = 512

/**
 * Creates a memory for one metric with all data that a search reads: weights, shortcut children, and the required
 * tables of the topology. The copied tables increase the memory use by a third. In return, a metric is self-contained
 * in every thread and is freed with its last reference.
 */
export function createMetric(topology: Topology): Metric {
  const { vertexCount, arcCount, height } = topology
  const slotTotal = slotCount(topology)
  const offsets = new MemoryOffsets(HEADER_BYTES)
  const verticesOffset = offsets.take((vertexCount + 1) * VERTEX_BYTES)
  const upperDepth = offsets.take(arcCount * 2)
  const weight = offsets.take(slotTotal * 4)
  const children = offsets.take(slotTotal * 8)
  const pieceBytes = 64 * Math.ceil(Math.max(scratchBytes(height), upwardScratchBytes(height)) / 64)
  const availableBytes = MAX_MEMORY_BYTES - offsets.end - attributeBytes(topology)
  const scratchCount = Math.max(1, Math.min(MAX_SCRATCH, Math.floor(availableBytes / pieceBytes)))
  const scratch = offsets.take(scratchCount * pieceBytes)
  const attributeCount = countAttributes(topology, offsets.end)
  const attributesOffset = offsets.take(attributeCount * attributeBytes(topology))
  const memory = createMemory(offsets.end)
  const header = new Uint32Array(memory.buffer, 0, HEADER_BYTES / 4)
  header[VERTEX_COUNT / 4] = vertexCount
  header[HEIGHT / 4] = height
  header[VERTICES / 4] = verticesOffset
  header[UPPER_DEPTH / 4] = upperDepth
  header[WEIGHT / 4] = weight
  header[CHILDREN / 4] = children
  header[SCRATCH / 4] = scratch
  header[SCRATCH_BYTES / 4] = pieceBytes
  header[SCRATCH_MAX / 4] = scratchCount
  header[ATTRIBUTES / 4] = attributesOffset
  header[ATTRIBUTES_BYTES / 4] = attributeBytes(topology)
  header[ATTRIBUTES_MAX / 4] = attributeCount
  crypto.getRandomValues(header.subarray(METRIC_NAME / 4, METRIC_NAME / 4 + 2))
  reportSize(memory)
  writeVertices(topology, new Uint32Array(memory.buffer, verticesOffset, ((vertexCount + 1) * VERTEX_BYTES) / 4))
  new Uint16Array(memory.buffer, upperDepth, arcCount).set(topology.upperDepth)
  return {
    memory,
    weight: new Int32Array(memory.buffer, weight, slotTotal),
    children: new Float64Array(memory.buffer, children, slotTotal),
  }
}

/**
 * Creates an independent copy for modification. The whole memory is copied at once, because most of it is the same for
 * all metrics of a map.
 */
export function copyMetric(metric: Metric): Metric {
  const { memory, weight, children } = metric
  const copiedMemory = createMemory(memory.buffer.byteLength)
  const usedBytes = new Uint32Array(memory.buffer, SCRATCH, 1)[0]
  new Uint8Array(copiedMemory.buffer, 0, usedBytes).set(new Uint8Array(memory.buffer, 0, usedBytes))
  const header = new Uint32Array(copiedMemory.buffer, 0, HEADER_BYTES / 4)
  header[SCRATCH_COUNT / 4] = header[ATTRIBUTES_COUNT / 4] = 0
  crypto.getRandomValues(header.subarray(METRIC_NAME / 4, METRIC_NAME / 4 + 2))
  reportSize(copiedMemory)
  const copiedMetric: Metric = {
    memory: copiedMemory,
    weight: new Int32Array(copiedMemory.buffer, weight.byteOffset, weight.length),
    children: new Float64Array(copiedMemory.buffer, children.byteOffset, children.length),
  }
  shareState(metric, copiedMetric)
  return copiedMetric
}

/** Writes the vertex records. An extra record marks the end of the last vertex's arcs. */
function writeVertices({ vertexCount, parent, depth, upFirst, downFirst }: Topology, records: Uint32Array): void {
  for (let vertex = 0; vertex <= vertexCount; vertex++) {
    const wordOffset = (vertex * VERTEX_BYTES) / 4
    if (vertex < vertexCount) {
      records[wordOffset + PARENT / 4] = parent[vertex]
      records[wordOffset + DEPTH / 4] = depth[vertex]
    }
    records[wordOffset + UP_FIRST / 4] = upFirst[vertex]
    records[wordOffset + DOWN_FIRST / 4] = downFirst[vertex]
  }
}
