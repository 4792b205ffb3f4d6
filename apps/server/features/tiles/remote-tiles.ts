import { mergeTiles, type TileId, toTileBox, toWorldX, toWorldY } from '@fairway/geo'
import { Type } from 'typebox'
import { askRegion, readReplyBody } from '../../maps/cluster/ask-region.ts'
import type { ClusterDirectory } from '../../maps/cluster/cluster-directory.ts'
import { createNodeContext } from '../../maps/cluster/node-context.ts'
import type { KnownMap, RegionDirectory } from '../../maps/regions/region-directory.ts'
import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { Reply, serializedReply } from '../../operations/reply.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Problem } from '../../platform/http/problem.ts'

export type TileKind = 'map' | 'traffic'
export type DrawTile = (tile: TileId, kind: TileKind) => Uint8Array | Promise<Uint8Array>

export interface RemoteTilesOptions {
  readonly cluster: ClusterDirectory
  readonly regions: RegionDirectory
  readonly clock: Clock
}

/**
 * Lowest zoom level with features of a region. Tiles at lower zoom levels show only world data, which all nodes have.
 */
const MIN_REGION_ZOOM = 5
const MICRODEGREES_PER_DEGREE = 1e6
const TILE_PATH = '/cluster/tile'
const TILE_TYPE = 'application/vnd.mapbox-vector-tile'
/** Layers with world data, which all nodes draw. A merged tile takes these layers from only one node. */
const worldLayers: ReadonlySet<string> = new Set(['water', 'borders', 'labels', 'places', 'zones', 'corridors', 'odd'])

/** Error with the problem of the node that could not draw a tile. */
export class RemoteTileError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.body.detail)
    this.problem = problem
  }
}

/** Draws tiles with the regions of other nodes. */
export class RemoteTiles {
  private readonly options: RemoteTilesOptions
  /** Operation that other nodes call. Clients cannot call it. */
  readonly operation: Operation

  constructor(options: RemoteTilesOptions, draw: DrawTile) {
    this.options = options
    this.operation = createTileOperation(draw)
  }

  /** Draws a tile here, on other nodes, or on both. Throws a RemoteTileError if a region is not available. */
  async draw(tile: TileId, kind: TileKind, requestId: string, drawHere: () => Uint8Array): Promise<Uint8Array> {
    const { regions } = this.options
    const isInTile = (map: KnownMap) => tile.z >= MIN_REGION_ZOOM && touchesTile(map, tile)
    const remoteNames = regions
      .listRemote()
      .filter(isInTile)
      .map(({ handle }) => handle.region)
    if (remoteNames.length === 0) return drawHere()
    const remoteTiles = await Promise.all(remoteNames.map((region) => this.request(region, tile, kind, requestId)))
    const isOnlyRemote = !regions.list().some(isInTile)
    const [first] = remoteTiles
    if (isOnlyRemote && remoteTiles.length === 1 && first) return first
    // The first tile also contains the layers with world data.
    const tiles = isOnlyRemote ? remoteTiles : [drawHere(), ...remoteTiles]
    return mergeTiles(tiles, (layer, index) => index === 0 || !worldLayers.has(layer))
  }

  private async request(region: string, tile: TileId, kind: TileKind, requestId: string): Promise<Uint8Array> {
    const { cluster, clock } = this.options
    const input = { params: { ...tile, kind }, query: {}, body: undefined, headers: {} }
    const outcome = await askRegion(
      cluster,
      { region, needsWholeReply: true },
      this.operation,
      input,
      createNodeContext(TILE_PATH, clock, requestId),
    )
    if (!(outcome instanceof Reply)) throw new RemoteTileError(outcome.failure.problem)
    return (await readReplyBody(outcome)) as Uint8Array
  }
}

function createTileOperation(draw: DrawTile): Operation {
  return defineOperation({
    name: 'tile',
    method: 'GET',
    path: TILE_PATH,
    access: 'public',
    params: Type.Object({ z: Type.Integer(), x: Type.Integer(), y: Type.Integer(), kind: Type.String() }),
    async handle({ params: { z, x, y, kind } }) {
      const bytes = await draw({ z, x, y }, kind === 'traffic' ? 'traffic' : 'map')
      return serializedReply(() => bytes, { type: TILE_TYPE })
    },
  })
}

function touchesTile({ handle: { boundingBox } }: KnownMap, tile: TileId): boolean {
  const box = toTileBox(tile)
  const [north, south] = [
    toWorldY(boundingBox.north * MICRODEGREES_PER_DEGREE),
    toWorldY(boundingBox.south * MICRODEGREES_PER_DEGREE),
  ]
  if (south < box.north || north > box.south) return false
  const [west, east] = [
    toWorldX(boundingBox.west * MICRODEGREES_PER_DEGREE),
    toWorldX(boundingBox.east * MICRODEGREES_PER_DEGREE),
  ]
  return west <= east ? east >= box.west && west <= box.east : east >= box.west || west <= box.east
}
