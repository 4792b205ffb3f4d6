import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { openBook, type PlaceBook, type WorldHandle } from './place-index.ts'

/** While the world is pending or has failed, places outside the maps are unknown. */
export type WorldState = 'known' | 'awaited' | 'failed'

/**
 * The places available in a thread: those of its maps and those of the world. It follows the region directory, where
 * maps come and go together with their places.
 */
export class PlaceDirectory {
  private readonly maps: RegionDirectory
  private readonly expectsWorld: boolean
  private world: PlaceBook | undefined
  private hasFailed = false
  private seen: readonly Region[] | undefined
  private ofRegions: readonly PlaceBook[] = []

  /** `expectsWorld`: the world is enabled and arrives once it is built. */
  constructor(maps: RegionDirectory, expectsWorld: boolean) {
    this.maps = maps
    this.expectsWorld = expectsWorld
  }

  useWorld({ version, attribution, sections, hasFailed = false }: WorldHandle): void {
    this.world = openBook({ region: undefined, dataset: version, attribution }, sections)
    this.hasFailed = hasFailed
  }

  /** When the world is disabled, nothing is missing. */
  get worldState(): WorldState {
    if (this.world || !this.expectsWorld) return 'known'
    return this.hasFailed ? 'failed' : 'awaited'
  }

  /** Smallest region first, because it has the best data about its places. */
  regions(): readonly PlaceBook[] {
    const list = this.maps.list()
    if (list !== this.seen) {
      this.seen = list
      this.ofRegions = list.flatMap((region) => this.open(region) ?? [])
    }
    return this.ofRegions
  }

  /** The world comes last. */
  all(): readonly PlaceBook[] {
    const regions = this.regions()
    return this.world ? [...regions, this.world] : regions
  }

  /** A map whose traffic changed is still the same map. */
  private open({ handle }: Region): PlaceBook | undefined {
    const { region, dataset, attribution, sections } = handle
    const known = this.ofRegions.find((book) => book.dataset === dataset && book.region === region)
    return known ?? openBook({ region, dataset, attribution }, sections)
  }
}

/** Without duplicates, in the order of the indexes. */
export function attributionOf(books: Iterable<Pick<PlaceBook, 'attribution'>>): string {
  return [...new Set([...books].map(({ attribution }) => attribution))].join('; ')
}
