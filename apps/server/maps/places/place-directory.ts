import { readDeferredGroup } from '@fairway/dataset'
import type { Region } from '../regions/region.ts'
import type { RegionDirectory } from '../regions/region-directory.ts'
import { type LoadedPlaceIndex, loadPlaceIndex, WORLD_GROUP, type WorldHandle } from './place-index.ts'

/** While the world is pending or has failed, places outside the maps are unknown. */
export type WorldState = 'known' | 'awaited' | 'failed'

/**
 * The places available in a thread: those of its maps and those of the world. It follows the region directory: maps are
 * added and removed together with their places.
 */
export class PlaceDirectory {
  private readonly maps: RegionDirectory
  private readonly expectsWorld: boolean
  private worldHandle: WorldHandle | undefined
  /** Opened on first use, because many servers never search it. */
  private world: LoadedPlaceIndex | undefined
  private hasWorldFailed = false
  private lastRegions: readonly Region[] | undefined
  private regionIndexes: readonly LoadedPlaceIndex[] = []

  /** `expectsWorld`: the world is enabled and arrives once it is built. */
  constructor(maps: RegionDirectory, expectsWorld: boolean) {
    this.maps = maps
    this.expectsWorld = expectsWorld
  }

  setWorld(handle: WorldHandle): void {
    this.world = undefined
    this.hasWorldFailed = handle.hasFailed ?? false
    this.worldHandle = this.hasWorldFailed ? undefined : handle
  }

  /** When the world is disabled, nothing is missing. */
  get worldState(): WorldState {
    if (this.worldHandle || !this.expectsWorld) return 'known'
    return this.hasWorldFailed ? 'failed' : 'awaited'
  }

  /** Smallest region first, because it has the best data about its places. */
  listRegionIndexes(): readonly LoadedPlaceIndex[] {
    const list = this.maps.list()
    if (list !== this.lastRegions) {
      this.lastRegions = list
      this.regionIndexes = list.flatMap((region) => this.openRegionIndex(region) ?? [])
    }
    return this.regionIndexes
  }

  /** The world comes last. */
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
      // The file was deleted or replaced while the server runs. The next start reads or builds it again.
      this.worldHandle = undefined
      this.hasWorldFailed = true
      return undefined
    }
    return loadPlaceIndex({ region: undefined, dataset: version, attribution }, sections)
  }

  /** A map whose traffic changed is still the same map. */
  private openRegionIndex({ handle }: Region): LoadedPlaceIndex | undefined {
    const { region, dataset, attribution, sections } = handle
    const existing = this.regionIndexes.find(
      (placeIndex) => placeIndex.dataset === dataset && placeIndex.region === region,
    )
    return existing ?? loadPlaceIndex({ region, dataset, attribution }, sections)
  }
}

/** Without duplicates, in the order of the indexes. */
export function joinAttributions(indexes: Iterable<Pick<LoadedPlaceIndex, 'attribution'>>): string {
  return [...new Set([...indexes].map(({ attribution }) => attribution))].join('; ')
}
