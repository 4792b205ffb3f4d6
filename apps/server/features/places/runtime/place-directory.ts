import type { Region } from '../../../maps/regions/region.ts'
import type { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { openBook, type PlaceBook, type WorldHandle } from './place-index.ts'

/** While it is awaited or has failed, what lies outside the maps is not known. */
export type WorldState = 'known' | 'awaited' | 'failed'

/**
 * The places a thread knows: those of its maps, and the world's. Maps come and go in the directory of regions, and
 * their places with them: this only notices.
 */
export class PlaceDirectory {
  private readonly maps: RegionDirectory
  private readonly expectsWorld: boolean
  private world: PlaceBook | undefined
  private hasFailed = false
  private seen: readonly Region[] | undefined
  private ofRegions: readonly PlaceBook[] = []

  /** `expectsWorld`: it is wanted, and comes when it has been made. */
  constructor(maps: RegionDirectory, expectsWorld: boolean) {
    this.maps = maps
    this.expectsWorld = expectsWorld
  }

  useWorld({ version, attribution, sections, hasFailed = false }: WorldHandle): void {
    this.world = openBook({ region: undefined, dataset: version, attribution }, sections)
    this.hasFailed = hasFailed
  }

  /** Who does not want the world knows all of it that there is. */
  get worldState(): WorldState {
    if (this.world || !this.expectsWorld) return 'known'
    return this.hasFailed ? 'failed' : 'awaited'
  }

  /** The smallest region first: it knows its places best. */
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

  /** Maps whose traffic has changed are the same maps. */
  private open({ handle }: Region): PlaceBook | undefined {
    const { region, dataset, attribution, sections } = handle
    const known = this.ofRegions.find((book) => book.dataset === dataset && book.region === region)
    return known ?? openBook({ region, dataset, attribution }, sections)
  }
}

/** Once each, in the order of the books. */
export function attributionOf(books: Iterable<Pick<PlaceBook, 'attribution'>>): string {
  return [...new Set([...books].map(({ attribution }) => attribution))].join('; ')
}
