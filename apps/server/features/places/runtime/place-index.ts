import type { TypedArray } from '@fairway/dataset'
import { fromSections, type PlaceIndex, PlaceSearch } from '@fairway/places'
import { type NearbyTree, nearbyTreeOf } from '../nearby/nearby-tree.ts'

/** One index of places, as one thread sees it: the shared arrays and the memory that its searches need. */
export interface PlaceBook {
  /** The region, or undefined: the world. */
  readonly region: string | undefined
  readonly dataset: string
  /** Who must be named when something from it is shown. */
  readonly attribution: string
  readonly index: PlaceIndex
  readonly search: PlaceSearch
  /** Those that can be asked for by their category. */
  readonly nearby: NearbyTree
}

/** The places of the whole world, handed to all threads. */
export interface WorldHandle {
  readonly version: string
  readonly attribution: string
  readonly sections: ReadonlyMap<string, TypedArray>
  /** It could neither be read nor made: there are no sections, and will be none. */
  readonly hasFailed?: boolean
}

/** The places among the sections of a map; undefined where it has none. Throws when they are damaged. */
export function placesOf(sections: ReadonlyMap<string, TypedArray>): PlaceIndex | undefined {
  return sections.has('places.entries.kind') ? fromSections(sections) : undefined
}

export function openBook(
  names: Pick<PlaceBook, 'region' | 'dataset' | 'attribution'>,
  sections: ReadonlyMap<string, TypedArray>,
): PlaceBook | undefined {
  const index = placesOf(sections)
  return index && { ...names, index, search: new PlaceSearch(index), nearby: nearbyTreeOf(sections, index) }
}
