import { defaultProfile } from '@fairway/road'
import type { RegionHandle } from './handles.ts'
import { type MapMaker, Region } from './region.ts'

/** The maps a thread serves. Replaced whole when there are new ones; who has taken a region keeps it. */
export class RegionDirectory {
  private readonly maker: MapMaker
  private regions: readonly Region[] = []
  private adoptions = 0

  constructor(maker: MapMaker) {
    this.maker = maker
  }

  /**
   * Serves these from now on, when what nearly everybody asks for has been weighed: no request shall wait for a map that
   * is new. Traffic of maps that are served already counts at once.
   */
  async adopt(handles: readonly RegionHandle[], nowMs: number): Promise<void> {
    const adoption = ++this.adoptions
    const regions = this.open(handles)
    const usual = { profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs }
    // A metric that cannot be made is said to whoever asks for it.
    await Promise.allSettled(regions.map((region) => region.driveFor(usual)))
    // Others may have come while these were weighed.
    if (adoption === this.adoptions) this.regions = regions
  }

  /** Another one for other maps, and for other traffic on them. */
  get mark(): string {
    return this.regions.map(({ handle, traffic }) => `${handle.dataset} ${traffic?.version ?? 0}`).join()
  }

  list(): readonly Region[] {
    return this.regions
  }

  /** The smallest map that covers a place knows it best. */
  private open(handles: readonly RegionHandle[]): Region[] {
    return handles.map((handle) => this.openOne(handle)).sort((a, b) => areaOf(a.handle) - areaOf(b.handle))
  }

  private openOne(handle: RegionHandle): Region {
    const known = this.find(handle)
    known?.useTraffic(handle.traffic)
    return known ?? new Region(handle, this.maker)
  }

  /** By both names: two regions may be links to one dataset. */
  private find({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}

function areaOf({ boundingBox: { south, north, west, east } }: RegionHandle): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
