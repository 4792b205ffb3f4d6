import type { TypedArray } from '@fairway/dataset'
import { buildKdTree, countEntries, getKind, type PlaceIndex } from '@fairway/places'

/**
 * Spatial index of the places with a category, such as shops. A search over all points would visit every point to find
 * a rare category.
 */
export interface NearbyTree {
  readonly entry: Uint32Array
  /** Latitudes in millionths of a degree, as in the place index. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly order: Uint32Array
}

const arrayNames = ['entry', 'latitude', 'longitude', 'order'] as const
const toSectionName = (name: string) => `nearby.${name}`

function buildNearbyTree(index: PlaceIndex): NearbyTree {
  const { category } = index.entries
  const entries: number[] = []
  for (let entry = 0; entry < countEntries(index); entry++) {
    if ((category[entry] ?? 0) !== 0 || getKind(index, entry) === 'poi') entries.push(entry)
  }
  const entry = createSharedArray(Uint32Array, entries.length)
  entry.set(entries)
  const latitude = createSharedArray(Int32Array, entries.length)
  const longitude = createSharedArray(Int32Array, entries.length)
  for (const [point, placeEntry] of entries.entries()) {
    latitude[point] = index.points.latitude[placeEntry] ?? 0
    longitude[point] = index.points.longitude[placeEntry] ?? 0
  }
  const order = createSharedArray(Uint32Array, entries.length)
  order.set(buildKdTree({ latitude, longitude }, entries.length))
  return { entry, latitude, longitude, order }
}

/** Adds the tree to the sections, so that the thread that loads the map builds it once for all threads. */
export function addNearbyTreeSections(sections: Map<string, TypedArray>, index: PlaceIndex): void {
  const tree = buildNearbyTree(index)
  for (const name of arrayNames) sections.set(toSectionName(name), tree[name])
}

export function readNearbyTree(sections: ReadonlyMap<string, TypedArray>, index: PlaceIndex): NearbyTree {
  const [entry, latitude, longitude, order] = arrayNames.map((name) => sections.get(toSectionName(name)))
  if (!(entry instanceof Uint32Array && order instanceof Uint32Array)) return buildNearbyTree(index)
  if (!(latitude instanceof Int32Array && longitude instanceof Int32Array)) return buildNearbyTree(index)
  return { entry, latitude, longitude, order }
}

function createSharedArray<T extends Uint32Array | Int32Array>(
  type: new (buffer: SharedArrayBuffer) => T,
  length: number,
): T {
  return new type(new SharedArrayBuffer(length * 4))
}
