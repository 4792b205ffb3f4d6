import type { PlaceSource } from '@fairway/dataset'
import { type ShapeDrawer, type TileId, type TileLayer, toLatitude, toLongitude, toTileBox } from '@fairway/geo'
import {
  formatHouseNumber,
  getLabel,
  listCategories,
  listPointsInBox,
  type PlaceCategory,
  type PlaceKind,
  readHouseNumber,
  toMask,
} from '@fairway/places'
import type { LoadedPlaceIndex } from '../../../maps/places/place-index.ts'

/** Minimum zoom level of places with a category. */
const POI_ZOOM = 14
const HOUSE_NUMBER_ZOOM = 16
/**
 * Maximum number of points of interest in a tile. Without the limit, a tile of a city center would be full of cafés.
 */
const MAX_POIS = 500
/** Categories that have a symbol on the map. */
const drawnCategories = (
  'atm cafe charging checkpoint food fuel hospital hotel parking police speed_camera'.split(' ') as PlaceCategory[]
).reduce((mask, category) => mask | toMask(category), 0)
const DEGREES_PER_MICRODEGREE = 1e-6
/**
 * Kinds of settlements to draw from the world data. Town districts are drawn only from the maps, because the world data
 * repeats some of them.
 */
const settlements: readonly PlaceKind[] = ['country', 'city', 'town', 'village']

/**
 * Lists where the names of places come from. The world data contains the names of settlements everywhere. If there is no
 * world data, names come from the maps. Only maps contain the districts of a town.
 */
export function listPlaceSources(indexes: readonly LoadedPlaceIndex[]): PlaceSource[] {
  const hasWorld = indexes.some(({ region }) => region === undefined)
  return indexes.map(({ region, index }) => {
    if (!hasWorld) return { index }
    return { index, kinds: region === undefined ? settlements : ['suburb'] }
  })
}

/** Draws the points of interest of maps that were compiled before base maps existed. */
export function drawPois(
  drawer: ShapeDrawer,
  layer: TileLayer,
  indexes: readonly LoadedPlaceIndex[],
  tile: TileId,
): void {
  if (tile.z < POI_ZOOM) return
  let drawnCount = 0
  for (const { region, index, nearbyTree } of indexes) {
    if (region === undefined) continue
    const { latitude, longitude, entry: entries } = nearbyTree
    const { west, east, south, north } = toPointBox(tile)
    for (let treeIndex = 0; treeIndex < entries.length && drawnCount < MAX_POIS; treeIndex++) {
      const [lat = 0, lon = 0] = [latitude[treeIndex], longitude[treeIndex]]
      if (lat < south || lat > north || lon < west || lon > east) continue
      const entry = entries[treeIndex] ?? 0
      const [category] = listCategories((index.entries.category[entry] ?? 0) & drawnCategories)
      if (category === undefined) continue
      const name = getLabel(index, entry) || undefined
      if (drawer.drawPoint(layer, layer.encodeTags({ name, category }), toPosition(lat, lon))) drawnCount++
    }
  }
}

/** Draws house numbers, which are readable only in the most detailed tiles. */
export function drawHouseNumbers(
  drawer: ShapeDrawer,
  layer: TileLayer,
  indexes: readonly LoadedPlaceIndex[],
  tile: TileId,
): void {
  if (tile.z < HOUSE_NUMBER_ZOOM) return
  for (const { region, index } of indexes) {
    if (region === undefined) continue
    const { houses } = index
    for (const house of listPointsInBox(houses, houses.order, toPointBox(tile))) {
      const number = formatHouseNumber(readHouseNumber(index, house))
      const [lat = 0, lon = 0] = [houses.latitude[house], houses.longitude[house]]
      drawer.drawPoint(layer, layer.encodeTags({ number }), toPosition(lat, lon))
    }
  }
}

/** Returns the bounds of a tile without its buffer, in millionths of a degree. */
function toPointBox(tile: TileId) {
  const { west, north, east, south } = toTileBox(tile, 0)
  return { west: toLongitude(west), east: toLongitude(east), south: toLatitude(south), north: toLatitude(north) }
}

function toPosition(latitude: number, longitude: number): [latitude: number, longitude: number] {
  return [latitude * DEGREES_PER_MICRODEGREE, longitude * DEGREES_PER_MICRODEGREE]
}
