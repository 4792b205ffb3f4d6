import type { OsmBlock } from './block.ts'
import { BlockBuilder, MIN_BLOCK_WEIGHT } from './block-builder.ts'
import { CoordinateIds, SyntheticIds } from './coordinate-ids.ts'
import { PointTags } from './point-tags.ts'

/** A position in units of 10^-7 degrees. */
export interface Position {
  readonly latitude: number
  readonly longitude: number
}

interface TaggedPoint extends Position {
  readonly id: number
  /** Tags as alternating keys and values. */
  readonly tags: readonly string[]
}

/**
 * Nodes of a file whose ways contain coordinates instead of node IDs. The nodes are emitted after the ways, because the
 * last point in the file can still add tags to a vertex.
 */
export class CoordinateNodes {
  private readonly ids = new SyntheticIds()
  private readonly vertices = new CoordinateIds(this.ids)
  private readonly points: TaggedPoint[] = []

  /** Returns the IDs of a line's vertices. Vertices at the same position share an ID. */
  refsOf(line: readonly Position[]): number[] {
    const refs = line.map(({ latitude, longitude }) => this.vertices.idOf(latitude, longitude))
    return refs.filter((ref, index) => ref !== refs[index - 1])
  }

  addPoint(id: number | undefined, { latitude, longitude }: Position, tags: readonly string[]): void {
    this.points.push({ id: id ?? this.ids.next(), latitude, longitude, tags })
  }

  *blocks(): Generator<OsmBlock> {
    const { vertices } = this
    const tagsByVertex = new PointTags<string>()
    const standalonePoints = this.points.filter(({ latitude, longitude, tags }) => {
      const vertex = vertices.find(latitude, longitude)
      return vertex === undefined || !tagsByVertex.add(vertex, tags)
    })
    const nodeCount = vertices.size + standalonePoints.length
    let block = new BlockBuilder()
    for (let index = 0; index < nodeCount; index++) {
      const { id, latitude, longitude, tags } =
        index < vertices.size ? toVertex(index) : standalonePoints[index - vertices.size]
      block.nodes.add(id, latitude, longitude)
      block.addTags(block.nodes, tags)
      if (block.weight < MIN_BLOCK_WEIGHT) continue
      yield block.finish()
      block = new BlockBuilder()
    }
    if (block.weight > 0) yield block.finish()

    function toVertex(index: number): TaggedPoint {
      const { id, first, second } = vertices.at(index)
      return { id, latitude: first, longitude: second, tags: tagsByVertex.of(id) }
    }
  }
}
