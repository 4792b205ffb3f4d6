import { type ShapeDrawer, type TileId, type TileLayer, toLatitude, toLongitude, toTileBox } from '@fairway/geo'
import {
  countAreas,
  findCountryCode,
  getImportance,
  getKind,
  getLabel,
  getPosition,
  type PlaceIndex,
  type PlaceKind,
} from '@fairway/places'

/** Maximum number of labels that fit on a tile. */
const MAX_LABELS = 60

/** Kinds of labels and their zoom ranges. Countries disappear once their towns are shown. */
const zoomRanges: Partial<Record<PlaceKind, readonly [from: number, to: number]>> = {
  country: [0, 7],
  city: [2, 14],
  town: [6, 14],
  village: [9, 14],
  suburb: [11, 14],
}
/**
 * Minimum importance for a label at low zoom levels. It decreases by about a tenth per two zoom levels, starting with
 * capitals.
 */
const minImportanceAt = (z: number): number => Math.max(0, 0.95 - 0.06 * z)

/** Draws settlement labels. Entries are sorted by importance, so the first ones in a tile are the most important. */
export function drawLabels(drawer: ShapeDrawer, layer: TileLayer, index: PlaceIndex, tile: TileId): void {
  const { west, north, east, south } = toTileBox(tile, 0)
  const [left, right] = [toLongitude(west), toLongitude(east)]
  const [bottom, top] = [toLatitude(south), toLatitude(north)]
  const { latitude, longitude } = index.points
  const minImportance = minImportanceAt(tile.z)
  let rank = 0
  for (let entry = 0, count = countAreas(index); entry < count && rank < MAX_LABELS; entry++) {
    const lat = latitude[entry]
    const lon = longitude[entry]
    if (lat < bottom || lat > top || lon < left || lon > right) continue
    if (getImportance(index, entry) < minImportance) break
    const kind = getKind(index, entry)
    const [from, to] = zoomRanges[kind] ?? [1, 0]
    if (tile.z < from || tile.z > to) continue
    const position = getPosition(index, entry)
    const tags = layer.encodeTags({
      name: getLabel(index, entry),
      kind,
      country: findCountryCode(index, entry),
      importance: Math.round(getImportance(index, entry) * 100),
      rank: rank + 1,
    })
    if (drawer.drawPoint(layer, tags, [position.latitude, position.longitude])) rank++
  }
}
