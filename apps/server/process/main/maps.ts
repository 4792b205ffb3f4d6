import type { Logger } from 'pino'
import type { RegionHandle } from '../../maps/regions/handles.ts'
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
  private readonly options: MapsOptions

  constructor(options: MapsOptions) {
    const { config, log, publish, onFatalError } = options
    this.options = options
    const regions = new RegionLoader({
      dataDir: config.dataDir,
      regions: config.regions,
      embedded: config.embeddedRegion,
      threads: config.threads,
      traffic: {
        feeds: config.trafficFeeds,
        refreshMs: config.trafficRefreshSeconds * 1000,
        maxAgeMs: config.trafficMaxAgeMinutes * 60_000,
        fleetAccounts: config.fleetSpeedAccounts,
      },
      log,
      publish,
      onWorkerExit: onFatalError,
    })
    this.regions = regions
    this.customization = {
      customize: (request) => regions.getMetric(request),
      getMatchingData: (request) => regions.getMatchingData(request),
      computePathAttributes: (request) => regions.computePathAttributes(request),
      computeLivePathAttributes: (request) => regions.computeLivePathAttributes(request),
      expectMatrices: (request) => regions.expectMatrices(request),
    }
  }

  async start(): Promise<void> {
    await this.regions.open()
    this.options.onLoaded(this.regions.list())
    this.areLoaded = true
  }

  async stop(): Promise<void> {
    this.regions.stop()
  }
}
