import type { TileAddress } from '@fairway/geo'
import type { TileFailure } from './failures.ts'

/** The path segments as strings. */
export interface TilePath {
  readonly z: string
  readonly x: string
  /** `{y}.mvt` */
  readonly file: string
}

export type ParsedAddress =
  | { readonly ok: true; readonly tile: TileAddress }
  | { readonly ok: false; readonly failure: TileFailure }

export function parseAddress({ z, x, file }: TilePath, most: number, path: string): ParsedAddress {
  const y = /^(.*)\.(?:mvt|pbf)$/.exec(file)?.[1] ?? ''
  if (![z, x, y].every((text) => /^(?:0|[1-9]\d{0,9})$/.test(text))) {
    return { ok: false, failure: { kind: 'tile-malformed', path } }
  }
  const tile = { z: Number(z), x: Number(x), y: Number(y) }
  if (tile.z > most) return { ok: false, failure: { kind: 'zoom-out-of-range', given: tile.z, most } }
  const last = 2 ** tile.z - 1
  for (const axis of ['x', 'y'] as const) {
    if (tile[axis] <= last) continue
    return { ok: false, failure: { kind: 'tile-out-of-range', axis, given: tile[axis], zoom: tile.z, most: last } }
  }
  return { ok: true, tile }
}
