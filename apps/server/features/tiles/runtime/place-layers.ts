import { drawLabels } from '@fairway/dataset'
import { boxOf, latitudeAt, longitudeAt, type ShapeDrawer, type TileAddress, type TileLayer } from '@fairway/geo'
import { categoriesIn, labelOf } from '@fairway/places'
import type { PlaceBook } from '../../places/runtime/place-index.ts'

/** Places with a category are shown only on the most detailed tiles. */
export const POI_ZOOM = 14
/** Otherwise a tile of a city center would be full of cafés. */
const MAX_POIS = 500
const MICRO = 1e-6

/** The world data names settlements everywhere. Without it, the maps name their own. */
export function drawPlaces(
  drawer: ShapeDrawer,
  layer: TileLayer,
  books: readonly PlaceBook[],
  tile: TileAddress,
): void {
  const world = books.find(({ region }) => region === undefined)
  for (const { index } of world ? [world] : books) drawLabels(drawer, layer, index, tile)
}

export function drawPois(drawer: ShapeDrawer, layer: TileLayer, books: readonly PlaceBook[], tile: TileAddress): void {
  if (tile.z < POI_ZOOM) return
  const { west, north, east, south } = boxOf(tile, 0)
  const [left, right, bottom, top] = [longitudeAt(west), longitudeAt(east), latitudeAt(south), latitudeAt(north)]
  let drawn = 0
  for (const { region, index, nearby } of books) {
    if (region === undefined) continue
    for (let at = 0; at < nearby.entry.length && drawn < MAX_POIS; at++) {
      const [latitude = 0, longitude = 0] = [nearby.latitude[at], nearby.longitude[at]]
      if (latitude < bottom || latitude > top || longitude < left || longitude > right) continue
      const entry = nearby.entry[at] ?? 0
      const name = labelOf(index, entry) || undefined
      const [category] = categoriesIn(index.entries.category[entry] ?? 0)
      if (drawer.drawPoint(layer, layer.tagsOf({ name, category }), [latitude * MICRO, longitude * MICRO])) drawn++
    }
  }
}
