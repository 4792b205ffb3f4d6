import type { Logger } from 'pino'
import type { RegionHandle } from '../../maps/regions/handles.ts'
import type { MapMaker } from '../../maps/regions/region.ts'
import { RegionHost } from '../../maps/regions/region-loader.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Component } from '../component.ts'

interface MapsOptions {
  readonly config: Config
  readonly log: Logger
  /** Gets the maps after every change. */
  readonly publish: (regions: readonly RegionHandle[]) => Promise<void>
  /** Gets the first maps. */
  readonly onLoaded: (regions: readonly RegionHandle[]) => void
  readonly onDead: (error: Error) => void
}

/** The road maps of this server. */
export class Maps implements Component {
  readonly name = 'maps'
  readonly regions: RegionHost
  /** Builds what the threads need of a map. */
  readonly maker: MapMaker
  areLoaded = false
  private readonly options: MapsOptions

  constructor(options: MapsOptions) {
    const { config, log, publish, onDead } = options
    this.options = options
    const regions = new RegionHost({
      dataDir: config.dataDir,
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
      onDead,
    })
    this.regions = regions
    this.maker = {
      weigh: (what) => regions.metric(what),
      matching: (what) => regions.matching(what),
      measure: (what) => regions.measure(what),
      measureLive: (what) => regions.measureLive(what),
      expectMatrices: (what) => regions.expectMatrices(what),
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
