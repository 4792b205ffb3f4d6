import { type ShapeDrawer, type TileId, type TileLayer, toLatitude, toLongitude, toTileBox } from '@fairway/geo'
import {
  countAreas,
  findCountryCode,
  getImportance,
  getKind,
  getLabel,
  getPosition,
  listPointsInBox,
  type PlaceIndex,
  type PlaceKind,
} from '@fairway/places'

/** Maximum number of labels that fit on a tile. */
const MAX_LABELS = 60

/** Kinds of labels and their zoom ranges. Countries disappear once their towns are shown. */
const zoomRanges: Partial<Record<PlaceKind, readonly [from: number, to: number]>> = {
  country: [0, 7],
  city: [2, 16],
  town: [6, 16],
  village: [9, 16],
  suburb: [11, 16],
}
/**
 * Minimum importance for a label at low zoom levels. It decreases by about a tenth per two zoom levels, starting with
 * capitals.
 */
const minImportanceAt = (z: number): number => Math.max(0, 0.95 - 0.06 * z)

/** Below this zoom level, a tile shows only the first of all entries, and they are found sooner in a list. */
const TREE_ZOOM = 6

/** Draws settlement labels. Entries are sorted by importance, so the first ones in a tile are the most important. */
export function drawLabels(
  drawer: ShapeDrawer,
  layer: TileLayer,
  index: PlaceIndex,
  tile: TileId,
  kinds?: readonly PlaceKind[],
): void {
  const minImportance = minImportanceAt(tile.z)
  let rank = 0
  const drawnNames = new Set<string>()
  for (const entry of listAreasInTile(index, tile)) {
    if (rank >= MAX_LABELS || getImportance(index, entry) < minImportance) break
    const kind = getKind(index, entry)
    const [from, to] = zoomRanges[kind] ?? [1, 0]
    if (tile.z < from || tile.z > to || kinds?.includes(kind) === false) continue
    // A part of a town is often mapped twice, as a point and as an area.
    const name = getLabel(index, entry)
    if (kind === 'suburb' && drawnNames.has(name)) continue
    drawnNames.add(name)
    const position = getPosition(index, entry)
    const tags = layer.encodeTags({
      name,
      kind,
      country: findCountryCode(index, entry),
      importance: Math.round(getImportance(index, entry) * 100),
      rank: rank + 1,
    })
    if (drawer.drawPoint(layer, tags, [position.latitude, position.longitude])) rank++
  }
}

/** The most important ones first. */
function listAreasInTile(index: PlaceIndex, tile: TileId): Iterable<number> {
  const { west, north, east, south } = toTileBox(tile, 0)
  const box = { west: toLongitude(west), east: toLongitude(east), south: toLatitude(south), north: toLatitude(north) }
  if (tile.z >= TREE_ZOOM) return listPointsInBox(index.points, index.areas.order, box).sort((a, b) => a - b)
  return listFirstAreas(index, box)
}

function* listFirstAreas(
  index: PlaceIndex,
  box: { west: number; east: number; south: number; north: number },
): Generator<number> {
  const { latitude, longitude } = index.points
  for (let entry = 0, count = countAreas(index); entry < count; entry++) {
    const [lat, lon] = [latitude[entry], longitude[entry]]
    if (lat >= box.south && lat <= box.north && lon >= box.west && lon <= box.east) yield entry
  }
}
