import type { PlaceDirectory } from '../features/places/runtime/place-directory.ts'
import type { TileDesk } from '../features/tiles/runtime/tile-service.ts'
import type { RegionDirectory } from '../maps/regions/region-directory.ts'
import type { HttpServer } from '../platform/http/server.ts'
import type { Tally } from '../platform/metering/tally.ts'
import { openData } from './compose-data.ts'
import { createFeatures } from './compose-features.ts'
import { openFrame } from './compose-frame.ts'
import type { ThreadOptions } from './compose-options.ts'

export type { Feature } from '../operations/feature.ts'

export interface ServiceThread {
  readonly http: HttpServer
  readonly tally: Tally
  readonly regions: RegionDirectory
  readonly places: PlaceDirectory
  /** Undefined when tiles are disabled. */
  readonly tiles: TileDesk | undefined
  /** Finishes running requests and releases everything except the database. */
  close(): Promise<void>
}

/** Assembles one thread of the service: infrastructure, data, then the list of features. */
export async function composeThread(options: ThreadOptions): Promise<ServiceThread> {
  const frame = await openFrame(options)
  const { http, tally, load } = frame
  const data = await openData(options)
  const { features, tiles } = createFeatures(options, frame, data)
  for (const feature of [...features, ...(options.features ?? [])]) http.add(feature)
  await http.app.ready()
  load.start()

  return {
    http,
    tally,
    regions: data.regions,
    places: data.places,
    tiles: tiles.service,
    async close() {
      frame.isDraining = true
      http.drain()
      await http.app.close()
      load.stop()
      data.domains.close()
      await frame.mailer.close()
      for (const feature of features) await feature.close?.()
      await frame.fanOut.close()
      await frame.limiter.close()
    },
  }
}
