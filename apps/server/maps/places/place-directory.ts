import { readDeferredGroup } from '@fairway/dataset'
import type { Region } from '../regions/region.ts'
import type { RegionDirectory } from '../regions/region-directory.ts'
import { type LoadedPlaceIndex, loadPlaceIndex, WORLD_GROUP, type WorldHandle } from './place-index.ts'

/**
 * State of the world gazetteer. While it is awaited, or if it could not be loaded, places outside the maps are unknown.
 */
export type WorldState = 'known' | 'awaited' | 'failed'

/**
 * Places available in a thread: those of its maps and those of the world. Places are added and removed together with
 * their maps.
 */
export class PlaceDirectory {
  private readonly maps: RegionDirectory
  private readonly expectsWorld: boolean
  private worldHandle: WorldHandle | undefined
  /** World index, opened on first use because many servers never search it. */
  private world: LoadedPlaceIndex | undefined
  private hasWorldFailed = false
  private lastRegions: readonly Region[] | undefined
  private regionIndexes: readonly LoadedPlaceIndex[] = []

  /** Creates the directory. `expectsWorld` is true if the world gazetteer is enabled and will be loaded. */
  constructor(maps: RegionDirectory, expectsWorld: boolean) {
    this.maps = maps
    this.expectsWorld = expectsWorld
  }

  setWorld(handle: WorldHandle): void {
    this.world = undefined
    this.hasWorldFailed = handle.hasFailed ?? false
    this.worldHandle = this.hasWorldFailed ? undefined : handle
  }

  /** State of the world gazetteer. A disabled gazetteer counts as known. */
  get worldState(): WorldState {
    if (this.worldHandle || !this.expectsWorld) return 'known'
    return this.hasWorldFailed ? 'failed' : 'awaited'
  }

  /**
   * Lists the region indexes, smallest region first, because the smallest region has the best data about its places.
   */
  listRegionIndexes(): readonly LoadedPlaceIndex[] {
    const list = this.maps.list()
    if (list !== this.lastRegions) {
      this.lastRegions = list
      this.regionIndexes = list.flatMap((region) => this.openRegionIndex(region) ?? [])
    }
    return this.regionIndexes
  }

  /** Lists all indexes, with the world last. */
  listIndexes(): readonly LoadedPlaceIndex[] {
    const regions = this.listRegionIndexes()
    this.world ??= this.openWorld()
    return this.world ? [...regions, this.world] : regions
  }

  private openWorld(): LoadedPlaceIndex | undefined {
    if (!this.worldHandle) return undefined
    const { version, attribution, sections, deferred } = this.worldHandle
    try {
      readDeferredGroup(deferred, WORLD_GROUP)
    } catch {
      // The file was deleted or replaced while the server was running. The next start reads or builds it again.
      this.worldHandle = undefined
      this.hasWorldFailed = true
      return undefined
    }
    return loadPlaceIndex({ region: undefined, dataset: version, attribution }, sections)
  }

  /** Opens the index of a region. Traffic changes do not affect the cached index. */
  private openRegionIndex({ handle }: Region): LoadedPlaceIndex | undefined {
    const { region, dataset, attribution, sections } = handle
    const existing = this.regionIndexes.find(
      (placeIndex) => placeIndex.dataset === dataset && placeIndex.region === region,
    )
    return existing ?? loadPlaceIndex({ region, dataset, attribution }, sections)
  }
}

/** Joins the attributions without duplicates, in the order of the indexes. */
export function joinAttributions(indexes: Iterable<Pick<LoadedPlaceIndex, 'attribution'>>): string {
  return [...new Set([...indexes].map(({ attribution }) => attribution))].join('; ')
}
