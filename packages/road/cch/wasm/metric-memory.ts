import type { Topology } from '../topology.ts'
import { countMeasures, measureBytes } from './attribute-memory.ts'
import { Places } from './memory-offsets.ts'
import { showSize } from './memory-pressure.ts'
import {
  DEPTH,
  DOWN_FIRST,
  HEADER_BYTES,
  HEIGHT,
  MEASURES,
  MEASURES_BYTES,
  MEASURES_COUNT,
  MEASURES_MOST,
  METRIC_NAME,
  PARENT,
  PARTS,
  SCRATCH,
  SCRATCH_BYTES,
  SCRATCH_COUNT,
  scratchBytes,
  UP_FIRST,
  UPPER_DEPTH,
  VERTEX_BYTES,
  VERTEX_COUNT,
  VERTICES,
  WEIGHT,
} from './source/layout.ts'
import { climbBytes } from './source/upward/layout.ts'
import { findMemory, type SharedMemory } from './web-assembly.ts'

/**
 * Maximum number of queries with scratch memory in one metric: two for every thread. Unused pieces only reserve address
 * space.
 */
export const MOST_SCRATCH = 128

export interface MetricMemory {
  readonly memory: SharedMemory
  readonly weight: Int32Array
  readonly parts: Float64Array
}

/**
 * A memory for one metric with everything a search reads: weights, shortcut children, and the required parts of the
 * topology. The copy costs a third more memory. In return a metric is self-contained in every thread and is freed with
 * its last reference. Undefined without WebAssembly or when the metric is too large for it.
 */
export function createMetricMemory(topology: Topology, slots: number): MetricMemory | undefined {
  const { vertexCount, arcCount, height } = topology
  const places = new Places(HEADER_BYTES)
  const vertices = places.take((vertexCount + 1) * VERTEX_BYTES)
  const upperDepth = places.take(arcCount * 2)
  const weight = places.take(slots * 4)
  const parts = places.take(slots * 8)
  const pieceBytes = Math.max(scratchBytes(height), 64 * Math.ceil(climbBytes(height) / 64))
  const scratch = places.take(MOST_SCRATCH * pieceBytes)
  const measureCount = countMeasures(topology, places.end)
  const measures = places.take(measureCount * measureBytes(topology))
  const memory = findMemory(places.end)
  if (!memory) return undefined
  const header = new Uint32Array(memory.buffer, 0, HEADER_BYTES / 4)
  header[VERTEX_COUNT / 4] = vertexCount
  header[HEIGHT / 4] = height
  header[VERTICES / 4] = vertices
  header[UPPER_DEPTH / 4] = upperDepth
  header[WEIGHT / 4] = weight
  header[PARTS / 4] = parts
  header[SCRATCH / 4] = scratch
  header[SCRATCH_BYTES / 4] = pieceBytes
  header[MEASURES / 4] = measures
  header[MEASURES_BYTES / 4] = measureBytes(topology)
  header[MEASURES_MOST / 4] = measureCount
  crypto.getRandomValues(header.subarray(METRIC_NAME / 4, METRIC_NAME / 4 + 2))
  showSize(memory)
  writeVertices(topology, new Uint32Array(memory.buffer, vertices, ((vertexCount + 1) * VERTEX_BYTES) / 4))
  new Uint16Array(memory.buffer, upperDepth, arcCount).set(topology.upperDepth)
  return {
    memory,
    weight: new Int32Array(memory.buffer, weight, slots),
    parts: new Float64Array(memory.buffer, parts, slots),
  }
}

/** Copies the whole memory at once, because most of it is the same for all metrics of a map. */
export function copyMetricMemory({ memory, weight, parts }: MetricMemory): MetricMemory | undefined {
  const copy = findMemory(memory.buffer.byteLength)
  if (!copy) return undefined
  const used = new Uint32Array(memory.buffer, SCRATCH, 1)[0]
  new Uint8Array(copy.buffer, 0, used).set(new Uint8Array(memory.buffer, 0, used))
  const header = new Uint32Array(copy.buffer, 0, HEADER_BYTES / 4)
  header[SCRATCH_COUNT / 4] = header[MEASURES_COUNT / 4] = 0
  crypto.getRandomValues(header.subarray(METRIC_NAME / 4, METRIC_NAME / 4 + 2))
  showSize(copy)
  return {
    memory: copy,
    weight: new Int32Array(copy.buffer, weight.byteOffset, weight.length),
    parts: new Float64Array(copy.buffer, parts.byteOffset, parts.length),
  }
}

/** Includes one extra record that marks the end of the last vertex's arcs. */
function writeVertices({ vertexCount, parent, depth, upFirst, downFirst }: Topology, records: Uint32Array): void {
  for (let vertex = 0; vertex <= vertexCount; vertex++) {
    const at = (vertex * VERTEX_BYTES) / 4
    if (vertex < vertexCount) {
      records[at + PARENT / 4] = parent[vertex]
      records[at + DEPTH / 4] = depth[vertex]
    }
    records[at + UP_FIRST / 4] = upFirst[vertex]
    records[at + DOWN_FIRST / 4] = downFirst[vertex]
  }
}
