import type { DeferredSections, TypedArray } from '@fairway/dataset'
import { type PlaceIndex, PlaceSearch, placesFromSections } from '@fairway/places'
import { type NearbyTree, readNearbyTree } from './nearby-tree.ts'

/** Place index in one thread: the shared arrays and the scratch memory for searches. */
export interface LoadedPlaceIndex {
  /** Name of the region. Undefined for the world. */
  readonly region: string | undefined
  readonly dataset: string
  /** Attribution that the content requires. */
  readonly attribution: string
  readonly index: PlaceIndex
  readonly search: PlaceSearch
  /** Tree of the places that can be searched by category. */
  readonly nearbyTree: NearbyTree
}

/** Gazetteer of the world, which is passed to all threads. */
export interface WorldHandle {
  readonly version: string
  readonly attribution: string
  readonly sections: ReadonlyMap<string, TypedArray>
  /** Sections that are read on first use, as the group `WORLD_GROUP`. */
  readonly deferred?: DeferredSections
  /** True if the gazetteer could be neither read nor built. The handle then has no sections. */
  readonly hasFailed?: boolean
}

export const WORLD_GROUP = 'world'

/**
 * Returns the places in the sections of a map, or undefined if the map has none. Throws an error if they are damaged.
 */
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
