import { defaultProfile } from '@fairway/road'
import { type RegionHandle, splitNetworkKey } from './handles.ts'
import { type MapCustomization, Region } from './region.ts'

/** The maps that a thread serves. New maps replace the whole list; a request that is using a region keeps it. */
export class RegionDirectory {
  private readonly customization: MapCustomization
  private regions: readonly Region[] = []
  private updateCount = 0

  constructor(maker: MapCustomization) {
    this.customization = maker
  }

  /**
   * Starts to serve these maps once their usual metrics are customized, so that no request waits for a new map. Traffic
   * of maps that are already served applies at once.
   */
  async update(handles: readonly RegionHandle[], nowMs: number): Promise<void> {
    const updateNumber = ++this.updateCount
    const regions = this.openRegions(handles)
    const defaultOptions = { profile: defaultProfile, avoidAreas: [], departMs: nowMs, nowMs }
    // A failed metric is reported to the requests that need it.
    await Promise.allSettled(regions.map((region) => region.getMetricSnapshot(defaultOptions)))
    // Newer maps may have arrived during customization.
    if (updateNumber === this.updateCount) this.regions = regions
  }

  /** Changes whenever the maps or their traffic change. */
  get version(): string {
    return this.regions.map(({ handle, traffic }) => `${handle.dataset} ${traffic?.version ?? 0}`).join()
  }

  /** The network of a served dataset. */
  find(networkKey: string): Region | undefined {
    const { dataset, network } = splitNetworkKey(networkKey)
    const region = this.regions.find(({ handle }) => handle.dataset === dataset)
    return network === undefined ? region : region?.withNetwork(network)
  }

  list(): readonly Region[] {
    return this.regions
  }

  /** The smallest map that covers a position has the best data for it. */
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

  /** Compares both names, because two regions may be links to one dataset. */
  private findRegion({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}

function computeArea({ boundingBox: { south, north, west, east } }: RegionHandle): number {
  return (north - south) * (west <= east ? east - west : east - west + 360)
}
