import type { OsmBlock } from '../block.ts'
import { BlockBuilder } from '../block-builder.ts'
import { type Chain, isClosed, joinChains } from '../chains.ts'
import { CoordinateIds, SyntheticIds } from '../coordinate-ids.ts'
import { PointTags } from '../point-tags.ts'
import { type TileGrid, toLatitude, toLongitude } from './tile-grid.ts'

/** The part of a line or ring that is in one tile and touches the border of that tile. */
export interface WayPiece {
  readonly fullChain: Chain
  /** Parts of the full chain without the edges along the border. */
  readonly chains: readonly Chain[]
}

interface SplitWay {
  readonly isArea: boolean
  readonly tags: readonly string[]
  readonly pieces: WayPiece[]
}

interface BorderPoint {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly tags: readonly string[]
}

/**
 * Joins elements across tile borders. Ways are cut exactly at the border, so the parts in two tiles end at the same
 * world position. Elements that touch a border are kept here until all tiles are read. All other elements are emitted
 * tile by tile.
 */
export class BorderElements {
  readonly worldUnits: number
  readonly ids = new SyntheticIds()
  private readonly vertices = new CoordinateIds(this.ids)
  private readonly ways = new Map<number, SplitWay>()
  private readonly points: BorderPoint[] = []

  constructor(worldUnits: number) {
    this.worldUnits = worldUnits
  }

  vertexId(grid: TileGrid, x: number, y: number): number {
    return this.vertices.idOf(grid.worldX(x), grid.worldY(y))
  }

  addWay(id: number, isArea: boolean, tags: readonly string[], pieces: readonly WayPiece[]): void {
    const seamWay = this.ways.get(id)
    if (seamWay) seamWay.pieces.push(...pieces)
    else this.ways.set(id, { isArea, tags, pieces: [...pieces] })
  }

  addPoint(id: number, grid: TileGrid, x: number, y: number, tags: readonly string[]): void {
    this.points.push({ id, x: grid.worldX(x), y: grid.worldY(y), tags })
  }

  finish(): OsmBlock {
    const block = new BlockBuilder()
    for (const [id, splitWay] of this.ways) {
      for (const chain of joinPieces(splitWay)) {
        block.ways.add(id)
        for (const ref of chain) block.ways.ref.push(ref)
        block.addTags(block.ways, splitWay.tags)
      }
    }
    const pointTags = new PointTags<string>()
    for (const { id, x, y, tags } of this.points) {
      const vertex = this.vertices.find(x, y)
      if (vertex === undefined || !pointTags.add(vertex, tags)) this.addNode(block, id, x, y, tags)
    }
    for (let index = 0; index < this.vertices.size; index++) {
      const { id, first, second } = this.vertices.at(index)
      // The table stores signed numbers, but world coordinates are unsigned.
      this.addNode(block, id, first >>> 0, second >>> 0, pointTags.of(id))
    }
    return block.finish()
  }

  private addNode(block: BlockBuilder, id: number, x: number, y: number, tags: readonly string[]): void {
    block.nodes.add(id, toLatitude(y / this.worldUnits), toLongitude(x / this.worldUnits))
    block.addTags(block.nodes, tags)
  }
}

function joinPieces({ isArea, pieces }: SplitWay): readonly Chain[] {
  if (pieces.length === 1) return [pieces[0].fullChain]
  const chains = joinChains(pieces.flatMap((piece) => piece.chains))
  if (!isArea) return chains
  // If the edge of the map cuts an area, close the area with a straight line along that edge.
  const rings = chains.map((chain) => (isClosed(chain) ? chain : [...chain, chain[0]]))
  return rings.filter((ring) => ring.length > 3)
}
