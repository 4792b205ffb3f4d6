import { drawLabels } from '@fairway/dataset'
import { type ShapeDrawer, type TileId, type TileLayer, toLatitude, toLongitude, toTileBox } from '@fairway/geo'
import { getLabel, listCategories, type PlaceCategory, toMask } from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'

/** Places with a category are shown only on the most detailed tiles. */
const POI_ZOOM = 14
/** Otherwise a tile of a city center would be full of cafés. */
const MAX_POIS = 500
/** Categories that have a symbol on the map. */
const drawnCategories = (
  'atm cafe charging checkpoint food fuel hospital hotel parking police speed_camera'.split(' ') as PlaceCategory[]
).reduce((mask, category) => mask | toMask(category), 0)
const DEGREES_PER_MICRODEGREE = 1e-6

/** The world data contains the names of settlements everywhere. Without it, names come from the maps. */
export function drawPlaces(
  drawer: ShapeDrawer,
  layer: TileLayer,
  indexes: readonly LoadedPlaceIndex[],
  tile: TileId,
): void {
  const world = indexes.find(({ region }) => region === undefined)
  for (const { index } of world ? [world] : indexes) drawLabels(drawer, layer, index, tile)
}

export function drawPois(
  drawer: ShapeDrawer,
  layer: TileLayer,
  indexes: readonly LoadedPlaceIndex[],
  tile: TileId,
): void {
  if (tile.z < POI_ZOOM) return
  const { west, north, east, south } = toTileBox(tile, 0)
  const [left, right, bottom, top] = [toLongitude(west), toLongitude(east), toLatitude(south), toLatitude(north)]
  let drawnCount = 0
  for (const { region, index, nearbyTree } of indexes) {
    if (region === undefined) continue
    for (let treeIndex = 0; treeIndex < nearbyTree.entry.length && drawnCount < MAX_POIS; treeIndex++) {
      const [latitude = 0, longitude = 0] = [nearbyTree.latitude[treeIndex], nearbyTree.longitude[treeIndex]]
      if (latitude < bottom || latitude > top || longitude < left || longitude > right) continue
      const entry = nearbyTree.entry[treeIndex] ?? 0
      const [category] = listCategories((index.entries.category[entry] ?? 0) & drawnCategories)
      if (category === undefined) continue
      const name = getLabel(index, entry) || undefined
      if (
        drawer.drawPoint(layer, layer.encodeTags({ name, category }), [
          latitude * DEGREES_PER_MICRODEGREE,
          longitude * DEGREES_PER_MICRODEGREE,
        ])
      )
        drawnCount++
    }
  }
}
