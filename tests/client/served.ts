import { issueKey } from '../../apps/server/features/accounts/tests/sample-accounts.ts'
import { systemClock } from '../../apps/server/platform/clock.ts'
import { openMaps } from '../support/maps/maps.ts'
import { openSeas } from '../support/maps/seas.ts'
import { openSky } from '../support/operations/drone.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'
import { startStores } from '../support/servers/stores.ts'

export interface Served {
  readonly url: string
  /** Key of an account with tracking. */
  readonly key: string
  readonly service: TestService
  dispose(): Promise<void>
}

/** Starts the service with all features on a local port. */
export async function serveAll(): Promise<Served> {
  const stores = await startStores('embedded')
  const [maps, seas, sky, store] = await Promise.all([openMaps(), openSeas(), openSky(), stores.fresh()])
  // Clients use real time, and a busy machine must not cause 503 replies.
  const config = { anonymousBurst: 100_000, shedDelayMs: 0 }
  const service = await startTestService({ store, maps, seas, sky, config, clock: systemClock })
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { key } = await issueKey(service, 'pro')
  return {
    url,
    key,
    service,
    async dispose() {
      await service.dispose()
      await stores.dispose()
    },
  }
}
