import type { TileId } from '@fairway/geo'
import type { TileFailure } from './failures.ts'

/** Path segments as strings. */
export interface TilePath {
  readonly z: string
  readonly x: string
  /** File name of the form `{y}.mvt`. */
  readonly file: string
}

export type ParsedTileUrl =
  | { readonly ok: true; readonly tile: TileId }
  | { readonly ok: false; readonly failure: TileFailure }

export function parseTileUrl({ z, x, file }: TilePath, maxZoom: number, path: string): ParsedTileUrl {
  const y = /^(.*)\.(?:mvt|pbf)$/.exec(file)?.[1] ?? ''
  if (![z, x, y].every((digits) => /^(?:0|[1-9]\d{0,9})$/.test(digits))) {
    return { ok: false, failure: { kind: 'tile-malformed', path } }
  }
  const tile = { z: Number(z), x: Number(x), y: Number(y) }
  if (tile.z > maxZoom) return { ok: false, failure: { kind: 'zoom-out-of-range', value: tile.z, max: maxZoom } }
  const last = 2 ** tile.z - 1
  for (const axis of ['x', 'y'] as const) {
    if (tile[axis] <= last) continue
    return { ok: false, failure: { kind: 'tile-out-of-range', axis, value: tile[axis], zoom: tile.z, max: last } }
  }
  return { ok: true, tile }
}
