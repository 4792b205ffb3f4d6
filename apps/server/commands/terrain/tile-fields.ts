import type { StoredTile } from '@fairway/dataset'

/** Returns the JSON fields of a tile. */
export function toTileFields({ name, bytes, arcSeconds, voidShare, minMeters, maxMeters }: StoredTile) {
  return {
    name,
    bytes,
    arc_seconds: arcSeconds,
    void_pct: Math.round((voidShare ?? 0) * 1000) / 10,
    min_m: minMeters,
    max_m: maxMeters,
  }
}
