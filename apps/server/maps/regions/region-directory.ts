import { defaultProfile } from '@fairway/road'
import type { RegionHandle } from './handles.ts'
import { type MapMaker, Region } from './region.ts'

/** The maps that a thread serves. New maps replace the whole list; a request that holds a region keeps it. */
export class RegionDirectory {
  private readonly maker: MapMaker
  private regions: readonly Region[] = []
  private adoptions = 0

  constructor(maker: MapMaker) {
    this.maker = maker
  }

  /**
   * Starts to serve these maps once their usual metrics are customized, so that no request waits for a new map. Traffic
   * of maps that are already served applies at once.
   */
  async adopt(handles: readonly RegionHandle[], nowMs: number): Promise<void> {
    const adoption = ++this.adoptions
    const regions = this.open(handles)
    const usual = { profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs }
    // A failed metric is reported to the requests that need it.
    await Promise.allSettled(regions.map((region) => region.driveFor(usual)))
    // Newer maps may have arrived during customization.
    if (adoption === this.adoptions) this.regions = regions
  }

  /** Changes with the maps and with their traffic. */
  get mark(): string {
    return this.regions.map(({ handle, traffic }) => `${handle.dataset} ${traffic?.version ?? 0}`).join()
  }

  list(): readonly Region[] {
    return this.regions
  }

  /** The smallest map that covers a position has the best data for it. */
  private open(handles: readonly RegionHandle[]): Region[] {
    return handles.map((handle) => this.openOne(handle)).sort((a, b) => areaOf(a.handle) - areaOf(b.handle))
  }

  private openOne(handle: RegionHandle): Region {
    const known = this.find(handle)
    known?.useTraffic(handle.traffic)
    return known ?? new Region(handle, this.maker)
  }

  /** Compares both names, because two regions may be links to one dataset. */
  private find({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}

function areaOf({ boundingBox: { south, north, west, east } }: RegionHandle): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
