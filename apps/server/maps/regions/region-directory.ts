import { defaultProfile } from '@fairway/road'
import { computeBoxArea, isInBox } from './bounding-box.ts'
import { type MapHealth, type RegionHandle, splitNetworkKey } from './handles.ts'
import { type MapCustomization, Region } from './region.ts'

/** Map that this server or another node of the cluster serves. */
export interface KnownMap {
  readonly handle: Pick<RegionHandle, 'region' | 'dataset' | 'boundingBox' | 'attribution'>
  covers(latitude: number, longitude: number, marginDegrees: number): boolean
}

/** Map that only other nodes of the cluster serve. */
export type RemoteMap = Pick<RegionHandle, 'region' | 'dataset' | 'boundingBox' | 'attribution'> & {
  readonly trafficVersion: number
}

/** Returns the state of the maps that the main thread knows, as for /readyz. */
export type MapHealthSource = () => Promise<Pick<MapHealth, 'hasMaps'>>

/** Maps that a thread serves. New maps replace the whole list, but a running request keeps its region. */
export class RegionDirectory {
  private readonly customization: MapCustomization
  private readonly describeHealth: MapHealthSource
  private regions: readonly Region[] = []
  private remoteMaps: readonly (KnownMap & { readonly handle: RemoteMap })[] = []
  /** Remote maps that this server does not serve, with the two lists that they were computed from. */
  private unservedMaps = { regions: this.regions, remoteMaps: this.remoteMaps, list: this.remoteMaps }
  private updateCount = 0

  constructor(maker: MapCustomization, describeHealth: MapHealthSource = async () => ({ hasMaps: false })) {
    this.customization = maker
    this.describeHealth = describeHealth
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
    const localVersions = this.regions.map(({ handle, traffic }) => `${handle.dataset} ${traffic?.version ?? 0}`)
    const remote = this.listRemote()
    if (remote.length === 0) return localVersions.join()
    return [...localVersions, ...remote.map(({ handle }) => `${handle.dataset} ${handle.trafficVersion}`)].join()
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

  /** Lists the maps of this server, and then those that only other nodes of the cluster serve. */
  listKnown(): readonly KnownMap[] {
    return this.listRemote().length === 0 ? this.regions : [...this.regions, ...this.listRemote()]
  }

  /**
   * Returns whether no map can be used at the moment although this server has maps, for example because its only dataset
   * is damaged. The main thread is asked only if there is no map, so this answer changes as soon as a map is served.
   */
  async hasOnlyUnusableMaps(): Promise<boolean> {
    if (this.listKnown().length > 0) return false
    // The main thread fails to answer if the folder of the datasets cannot be read, or if the server stops.
    return await this.describeHealth().then(
      ({ hasMaps }) => hasMaps,
      () => true,
    )
  }

  /** Lists the maps that only other nodes serve, smallest first. */
  listRemote(): RegionDirectory['remoteMaps'] {
    const { regions, remoteMaps, unservedMaps } = this
    if (unservedMaps.regions !== regions || unservedMaps.remoteMaps !== remoteMaps) {
      const names = new Set(regions.map(({ handle }) => handle.region))
      const list = remoteMaps.filter(({ handle }) => !names.has(handle.region))
      this.unservedMaps = { regions, remoteMaps, list }
    }
    return this.unservedMaps.list
  }

  /** Replaces the maps of the other nodes. */
  useRemote(maps: readonly RemoteMap[]): void {
    this.remoteMaps = maps
      .map((handle) => ({
        handle,
        covers: (latitude: number, longitude: number, marginDegrees: number) =>
          isInBox(handle.boundingBox, latitude, longitude, marginDegrees),
      }))
      .sort((a, b) => computeBoxArea(a.handle.boundingBox) - computeBoxArea(b.handle.boundingBox))
  }

  /** Opens the regions, smallest first. The smallest map that covers a position has the best data for it. */
  private openRegions(handles: readonly RegionHandle[]): Region[] {
    return handles
      .map((handle) => this.openRegion(handle))
      .sort((a, b) => computeBoxArea(a.handle.boundingBox) - computeBoxArea(b.handle.boundingBox))
  }

  private openRegion(handle: RegionHandle): Region {
    const existing = this.findRegion(handle)
    existing?.useTraffic(handle.traffic)
    return existing ?? new Region(handle, this.customization)
  }

  /** Finds a region by region name and dataset, because two regions may be links to the same dataset. */
  private findRegion({ region, dataset }: RegionHandle): Region | undefined {
    return this.regions.find(({ handle }) => handle.dataset === dataset && handle.region === region)
  }
}
