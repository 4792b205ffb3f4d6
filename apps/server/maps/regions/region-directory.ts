import { defaultProfile } from '@fairway/road'
import { type RegionHandle, splitNetworkKey } from './handles.ts'
import { type MapCustomization, Region } from './region.ts'

/** Maps that a thread serves. New maps replace the whole list, but a running request keeps its region. */
export class RegionDirectory {
  private readonly customization: MapCustomization
  private regions: readonly Region[] = []
  private updateCount = 0

  constructor(maker: MapCustomization) {
    this.customization = maker
  }

  /**
   * Serves the given maps after their default metrics are customized, so that no request waits for a new map. Traffic
   * of maps that are already served applies immediately.
   */
  async update(handles: readonly RegionHandle[], nowMs: number): Promise<void> {
    const updateNumber = ++this.updateCount
    const regions = this.openRegions(handles)
    const defaultOptions = { profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs }
    // The requests that need a failed metric receive its error.
    await Promise.allSettled(regions.map((region) => region.getMetricSnapshot(defaultOptions)))
    // Newer maps may have arrived during customization.
    if (updateNumber === this.updateCount) this.regions = regions
  }

  /** Version that changes whenever the maps or their traffic change. */
  get version(): string {
    return this.regions.map(({ handle, traffic }) => `${handle.dataset} ${traffic?.version ?? 0}`).join()
  }

  /** Returns the network of a served dataset. */
  find(networkKey: string): Region | undefined {
    const { dataset, network } = splitNetworkKey(networkKey)
    const region = this.regions.find(({ handle }) => handle.dataset === dataset)
    return network === undefined ? region : region?.withNetwork(network)
  }

  list(): readonly Region[] {
    return this.regions
  }

  /** Opens the regions, smallest first. The smallest map that covers a position has the best data for it. */
  private openRegions(handles: readonly RegionHandle[]): Region[] {
    return handles
      .map((handle) => this.openRegion(handle))
      .sort((a, b) => computeArea(a.handle) - computeArea(b.handle))
  }

  private openRegion(handle: RegionHandle): Region {
    const existing = this.findRegion(handle)
    existing?.useTraffic(handle.traffic)
    return existing ?? new Region(handle, this.customization)
  }

  /** Finds a region by both names, because two regions may be links to the same dataset. */
  private findRegion({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}

function computeArea({ boundingBox: { south, north, west, east } }: RegionHandle): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
