import type { DeferredSections, TypedArray } from '@fairway/dataset'
import { type PlaceIndex, PlaceSearch, placesFromSections } from '@fairway/places'
import { type NearbyTree, readNearbyTree } from './nearby-tree.ts'

/** One place index in one thread: the shared arrays and the search memory. */
export interface LoadedPlaceIndex {
  /** The region; undefined means the world. */
  readonly region: string | undefined
  readonly dataset: string
  /** The attribution required for its content. */
  readonly attribution: string
  readonly index: PlaceIndex
  readonly search: PlaceSearch
  /** The places that can be searched by category. */
  readonly nearbyTree: NearbyTree
}

/** The gazetteer of the world, passed to all threads. */
export interface WorldHandle {
  readonly version: string
  readonly attribution: string
  readonly sections: ReadonlyMap<string, TypedArray>
  /** The sections are read on first use, as the group `WORLD_GROUP`. */
  readonly deferred?: DeferredSections
  /** The gazetteer could be neither read nor built: there are no sections, and none will follow. */
  readonly hasFailed?: boolean
}

export const WORLD_GROUP = 'world'

/** Returns the places in the sections of a map, or undefined where it has none. Throws when they are damaged. */
export function toPlaceIndex(sections: ReadonlyMap<string, TypedArray>): PlaceIndex | undefined {
  return sections.has('places.entries.kind') ? placesFromSections(sections) : undefined
}

export function loadPlaceIndex(
  names: Pick<LoadedPlaceIndex, 'region' | 'dataset' | 'attribution'>,
  sections: ReadonlyMap<string, TypedArray>,
): LoadedPlaceIndex | undefined {
  const index = toPlaceIndex(sections)
  return index && { ...names, index, search: new PlaceSearch(index), nearbyTree: readNearbyTree(sections, index) }
}
