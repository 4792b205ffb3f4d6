import type { Logger } from 'pino'
import { DatasetFollower } from '../../maps/distribution/dataset-follower.ts'
import type { MapHealth, RegionHandle } from '../../maps/regions/handles.ts'
import type { MapCustomization } from '../../maps/regions/region.ts'
import { RegionLoader } from '../../maps/regions/region-loader.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Component } from '../component.ts'

interface MapsOptions {
  readonly config: Config
  readonly log: Logger
  /** Receives the maps after every change. */
  readonly publish: (regions: readonly RegionHandle[]) => Promise<void>
  /** Receives the first maps. */
  readonly onLoaded: (regions: readonly RegionHandle[]) => void
  readonly onFatalError: (error: Error) => void
}

/** Road maps of this server. */
export class Maps implements Component {
  readonly name = 'maps'
  readonly regions: RegionLoader
  /** Builds the map data that the threads need. */
  readonly customization: MapCustomization
  areLoaded = false
  /** Whether all threads have maps. */
  private arePublished = false
  private readonly options: MapsOptions
  /** Downloads published datasets. Undefined if the server has no source of datasets. */
  private readonly follower: DatasetFollower | undefined

  constructor(options: MapsOptions) {
    const { config, log, publish, onFatalError } = options
    this.options = options
    const regions = new RegionLoader({
      dataDir: config.dataDir,
      regions: config.regions,
      servesEmbeddedMaps: config.embeddedRegion && config.datasetsUrl === undefined,
      threads: config.threads,
      traffic: {
        feeds: config.trafficFeeds,
        refreshMs: config.trafficRefreshSeconds * 1000,
        maxAgeMs: config.trafficMaxAgeMinutes * 60_000,
        fleetAccounts: config.fleetSpeedAccounts,
      },
      log,
      publish: async (handles) => {
        await publish(handles)
        // An earlier list can be published after a later one, so only the current list shows whether maps are missing.
        if (handles.length > 0) this.arePublished = true
        else if (regions.list().length === 0) this.arePublished = false
      },
      onWorkerExit: onFatalError,
    })
    this.regions = regions
    this.follower = createFollower(config, log)
    this.customization = {
      customize: (request) => regions.getMetric(request),
      getMatchingData: (matchingSpec) => regions.getMatchingData(matchingSpec),
      computePathAttributes: (attributeSpec) => regions.computePathAttributes(attributeSpec),
      computeLivePathAttributes: (attributeSpec) => regions.computeLivePathAttributes(attributeSpec),
      announceMatrices: (request) => regions.announceMatrices(request),
    }
  }

  async start(): Promise<void> {
    await this.regions.loadMaps()
    this.options.onLoaded(this.regions.list())
    // The threads start with these maps.
    this.arePublished = this.regions.list().length > 0
    this.areLoaded = true
  }

  /** Starts work on which no request depends. */
  startBackgroundWork(): void {
    this.regions.startWatching()
    this.follower?.start()
  }

  async stopBackgroundWork(): Promise<void> {
    this.regions.stopWatching()
    await this.follower?.stop()
  }

  /** Returns the state of the maps for /readyz. */
  async describeHealth(): Promise<MapHealth> {
    const servedCount = this.regions.list().length
    const problems = this.follower?.listProblems() ?? []
    const datasets =
      [this.regions.describeDatasets(), ...problems].filter((statusText) => statusText !== 'ok').join('; ') || 'ok'
    const outage = (await this.regions.findOutage()) ?? this.describeMissingMaps(servedCount, problems)
    // A published map that was not downloaded yet counts, because requests for it fail only for now.
    return { outage, servedCount, hasMaps: problems.length > 0 || (await this.regions.hasDatasets()), datasets }
  }

  private describeMissingMaps(servedCount: number, problems: readonly string[]): string | undefined {
    if (servedCount === 0) return problems.length > 0 ? problems.join('; ') : undefined
    return this.arePublished ? undefined : 'the maps are being loaded'
  }

  async stop(): Promise<void> {
    this.regions.stop()
  }
}

function createFollower(config: Config, log: Logger): DatasetFollower | undefined {
  const { datasetsUrl, datasetsRefreshSeconds, regions, dataDir } = config
  if (datasetsUrl === undefined) return undefined
  if (regions === undefined) {
    log.warn({}, 'FAIRWAY_DATASETS_URL has no effect without FAIRWAY_REGIONS, which names the regions to download')
    return undefined
  }
  return new DatasetFollower({ url: datasetsUrl, refreshMs: datasetsRefreshSeconds * 1000, regions, dataDir, log })
}
