import type { OsmBlock } from '../../osm/block.ts'

/** Positions of referenced nodes, in units of 10^-7 degrees. Only a small part of all nodes is referenced. */
export class NodePositions {
  readonly id: Float64Array
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  private readonly isFound: Uint8Array

  constructor(refs: Float64Array) {
    this.id = sortedUnique(refs)
    this.latitude = new Int32Array(this.id.length)
    this.longitude = new Int32Array(this.id.length)
    this.isFound = new Uint8Array(this.id.length)
  }

  /** Stores the positions of the requested nodes and calls `onFound` for each of them. */
  read({ nodes }: OsmBlock, onFound?: (id: number, element: number) => void): void {
    let index = 0
    for (let element = 0; element < nodes.id.length; element++) {
      const id = nodes.id[element]
      // Blocks are nearly always sorted, so the search continues from the last match.
      index = this.lowerBound(id, index < this.id.length && this.id[index] <= id ? index : 0)
      if (this.id[index] !== id) continue
      this.isFound[index] = 1
      this.latitude[index] = nodes.latitude[element]
      this.longitude[index] = nodes.longitude[element]
      onFound?.(id, element)
    }
  }

  /** Returns the index of the node, or undefined if the extract does not contain it. */
  find(id: number): number | undefined {
    const index = this.lowerBound(id, 0)
    return this.id[index] === id && this.isFound[index] === 1 ? index : undefined
  }

  private lowerBound(id: number, start: number): number {
    const { id: sorted } = this
    let step = 1
    let low = start
    while (low + step < sorted.length && sorted[low + step] < id) {
      low += step
      step *= 2
    }
    let high = Math.min(sorted.length, low + step + 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle] < id) low = middle + 1
      else high = middle
    }
    return low
  }
}

function sortedUnique(values: Float64Array): Float64Array {
  const sorted = values.slice().sort()
  let length = 0
  for (const value of sorted) if (length === 0 || sorted[length - 1] !== value) sorted[length++] = value
  return sorted.slice(0, length)
}
