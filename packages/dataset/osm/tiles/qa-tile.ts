import type { OsmBlock } from '../block.ts'
import { NodeColumns, RelationColumns, WayColumns } from '../block-builder.ts'
import { type Chain, splitAtEdges } from '../chains.ts'
import { CoordinateIds } from '../coordinate-ids.ts'
import { Uint32Builder } from '../growing.ts'
import { PointTags } from '../point-tags.ts'
import type { TileGrid } from './tile-grid.ts'
import type { BorderElements } from './tile-seams.ts'
import { NotQaTileError, TileStrings } from './tile-strings.ts'
import { POINT_GEOMETRY, POLYGON_GEOMETRY, type TileFeature, type TileLayer, type TileLine } from './vector-tile.ts'

/**
 * Decodes one tile. Elements that touch the tile border are passed to `seams`, which joins them with their parts in
 * neighboring tiles.
 */
export function decodeQaTile(layer: TileLayer, grid: TileGrid, seams: BorderElements): OsmBlock {
  return new QaTileDecoder(layer, grid, seams).decode()
}

class QaTileDecoder {
  private readonly layer: TileLayer
  private readonly grid: TileGrid
  private readonly borderElements: BorderElements
  private readonly strings: TileStrings
  /** Vertices inside the tile, in tile units. */
  private readonly vertices: CoordinateIds
  private readonly pointTags = new PointTags<number>()
  private readonly nodes = new NodeColumns()
  private readonly ways = new WayColumns()

  constructor(layer: TileLayer, grid: TileGrid, seams: BorderElements) {
    this.layer = layer
    this.grid = grid
    this.borderElements = seams
    this.strings = new TileStrings(layer)
    this.vertices = new CoordinateIds(seams.ids)
  }

  decode(): OsmBlock {
    const points = new Uint32Builder()
    for (let index = 0; index < this.layer.featureCount; index++) {
      const feature = this.layer.getFeature(index)
      if (feature.type === POINT_GEOMETRY) points.push(index)
      else this.addWay(feature)
    }
    // The vertices are complete only after all ways have been read, so points are added last.
    for (const index of points.finish()) this.addPoint(this.layer.getFeature(index))
    for (let index = 0; index < this.vertices.size; index++) {
      const { id, first, second } = this.vertices.at(index)
      this.addNode(id, first, second, this.pointTags.of(id))
    }
    return {
      strings: this.strings.strings,
      nodes: this.nodes.finish(),
      ways: this.ways.finish(),
      relations: new RelationColumns().finish(),
    }
  }

  private addWay(feature: TileFeature): void {
    const element = this.strings.toElement(feature)
    const isArea = feature.type === POLYGON_GEOMETRY
    const lines = isArea ? outerRings(feature.lines()) : feature.lines().filter(({ x }) => x.length > 1)
    if (lines.some((line) => this.touchesBorder(line))) {
      const wayPieces = lines.map((line) => this.toPiece(line, isArea))
      this.borderElements.addWay(element.id, isArea, this.strings.toStrings(element.tags), wayPieces)
      return
    }
    for (const line of lines) {
      this.ways.add(element.id)
      for (const ref of this.refsOf(line)) this.ways.ref.push(ref)
      for (let index = 0; index < element.tags.length; index += 2)
        this.ways.tags.push(element.tags[index], element.tags[index + 1])
    }
  }

  /** Converts a line to a piece. For areas, removes the edges that clipping added along the tile border. */
  private toPiece(line: TileLine, isArea: boolean): { fullChain: Chain; chains: Chain[] } {
    const fullChain = this.refsOf(line)
    return { fullChain, chains: isArea ? splitAtEdges(fullChain, (edge) => this.isOnBorder(line, edge)) : [fullChain] }
  }

  private refsOf({ x, y }: TileLine): number[] {
    return x.map((_, index) => this.vertexId(x[index], y[index]))
  }

  private vertexId(x: number, y: number): number {
    return this.isInside(x, y) ? this.vertices.idOf(x, y) : this.borderElements.vertexId(this.grid, x, y)
  }

  private addPoint(feature: TileFeature): void {
    const { id, tags } = this.strings.toElement(feature)
    for (const { x, y } of feature.lines()) {
      if (!this.isInside(x[0], y[0]))
        this.borderElements.addPoint(id, this.grid, x[0], y[0], this.strings.toStrings(tags))
      else {
        const vertex = this.vertices.find(x[0], y[0])
        if (vertex === undefined || !this.pointTags.add(vertex, tags)) this.addNode(id, x[0], y[0], tags)
      }
    }
  }

  private addNode(id: number, x: number, y: number, tags: readonly number[]): void {
    this.nodes.add(id, this.grid.latitude(y), this.grid.longitude(x))
    for (let index = 0; index < tags.length; index += 2) this.nodes.tags.push(tags[index], tags[index + 1])
  }

  private isInside(x: number, y: number): boolean {
    const { extent } = this.layer
    if (x > 0 && y > 0 && x < extent && y < extent) return true
    if (x >= 0 && y >= 0 && x <= extent && y <= extent) return false
    // Data beyond the border occurs in two tiles, so joining the tiles would duplicate it.
    throw new NotQaTileError('the tile contains data beyond its border, which OSM QA tiles never have')
  }

  private touchesBorder({ x, y }: TileLine): boolean {
    return x.some((_, index) => !this.isInside(x[index], y[index]))
  }

  private isOnBorder({ x, y }: TileLine, edge: number): boolean {
    const { extent } = this.layer
    const isOnSide = (a: number, b: number) => a === b && (a === 0 || a === extent)
    return isOnSide(x[edge], x[edge + 1]) || isOnSide(y[edge], y[edge + 1])
  }
}

/** Returns the rings with the same orientation as the first ring. Other rings are holes, which ways cannot have. */
function outerRings(rings: readonly TileLine[]): TileLine[] {
  const validRings = rings.filter((ring) => ring.x.length > 3)
  return validRings.filter((ring) => Math.sign(doubledArea(ring)) === Math.sign(doubledArea(validRings[0])))
}

function doubledArea({ x, y }: TileLine): number {
  return x.reduce((sum, _, index) => {
    return index === 0 ? 0 : sum + x[index - 1] * y[index] - x[index] * y[index - 1]
  }, 0)
}
