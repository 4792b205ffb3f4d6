import type { Logger } from 'pino'
import { createGeocoder } from '../../features/places/upstream/create-geocoder.ts'
import type {
  UpstreamGeocodeQuery,
  UpstreamGeocodeResult,
  UpstreamGeocoder,
} from '../../features/places/upstream/geocoder.ts'
import { GeocoderStore } from '../../features/places/upstream/store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Component } from '../component.ts'
import type { Storage } from './storage.ts'

interface GeocoderOptions {
  readonly storage: Storage
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
}

/** External geocoder with its cache. The component is inactive if no geocoder is configured. */
export class ExternalGeocoder implements Component {
  readonly name = 'geocoder'
  private readonly options: GeocoderOptions
  private geocoder: UpstreamGeocoder | undefined

  constructor(options: GeocoderOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { storage, config, clock, log } = this.options
    this.geocoder = createGeocoder(config, { clock, store: new GeocoderStore(storage.database.db), log })
  }

  async query(geocodeQuery: UpstreamGeocodeQuery): Promise<UpstreamGeocodeResult | undefined> {
    return await this.geocoder?.query(geocodeQuery)
  }

  /** Deletes old replies from the cache. */
  async cleanUp(): Promise<void> {
    await this.geocoder?.cleanUp()
  }

  async stop(): Promise<void> {
    await this.geocoder?.close()
  }
}
