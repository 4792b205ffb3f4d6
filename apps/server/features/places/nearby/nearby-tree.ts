import type { TypedArray } from '@fairway/dataset'
import { buildKdTree, entryCount, type PlaceIndex } from '@fairway/places'

/**
 * A spatial index of places with a category only. Among all points along streets they are few, so a search for a rare
 * category would visit all points.
 */
export interface NearbyTree {
  readonly entry: Uint32Array
  /** Millionths of a degree, as in the index. */
  readonly latitude: Int32Array
  readonly longitude: Int32Array
  readonly order: Uint32Array
}

const names = ['entry', 'latitude', 'longitude', 'order'] as const
const sectionOf = (name: string) => `nearby.${name}`

export function growNearbyTree(index: PlaceIndex): NearbyTree {
  const { category } = index.entries
  const found: number[] = []
  for (let at = 0; at < entryCount(index); at++) if ((category[at] ?? 0) !== 0) found.push(at)
  const entry = shared(Uint32Array, found.length)
  entry.set(found)
  const latitude = shared(Int32Array, found.length)
  const longitude = shared(Int32Array, found.length)
  for (const [at, one] of found.entries()) {
    latitude[at] = index.points.latitude[one] ?? 0
    longitude[at] = index.points.longitude[one] ?? 0
  }
  const order = shared(Uint32Array, found.length)
  order.set(buildKdTree({ latitude, longitude }, found.length))
  return { entry, latitude, longitude, order }
}

/** Stored so that the thread that loads the map builds it once for all threads. */
export function keepNearbyTree(sections: Map<string, TypedArray>, index: PlaceIndex): void {
  const tree = growNearbyTree(index)
  for (const name of names) sections.set(sectionOf(name), tree[name])
}

export function nearbyTreeOf(sections: ReadonlyMap<string, TypedArray>, index: PlaceIndex): NearbyTree {
  const [entry, latitude, longitude, order] = names.map((name) => sections.get(sectionOf(name)))
  if (!(entry instanceof Uint32Array && order instanceof Uint32Array)) return growNearbyTree(index)
  if (!(latitude instanceof Int32Array && longitude instanceof Int32Array)) return growNearbyTree(index)
  return { entry, latitude, longitude, order }
}

function shared<T extends Uint32Array | Int32Array>(type: new (buffer: SharedArrayBuffer) => T, length: number): T {
  return new type(new SharedArrayBuffer(length * 4))
}
