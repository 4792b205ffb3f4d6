import { openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import { issueKeyIn } from '../faults/support/accounts.ts'
import { openDoor, unlimitedRate, withPlans } from '../faults/support/plans.ts'
import { compileEmbeddedMap, publishEmbedded } from '../support/maps/maps.ts'
import { publishSeas } from '../support/maps/seas.ts'
import { startServer } from '../support/servers/server-process.ts'
import { startSmtpSink } from '../support/servers/smtp.ts'
import { type StoreKind, startStores } from '../support/servers/stores.ts'
import type { FuzzServer } from './visitors.ts'

export interface StartedFuzzServer extends FuzzServer {
  dispose(): Promise<void>
}

const unlimited = {
  ...unlimitedRate,
  routes_per_month: 1e12,
  web_polls_per_s: 1e6,
  api_live_polls_per_s: 1e6,
  gps_push_per_s: 1e6,
  max_assets: 1e6,
  // Searches end early, because the structure of a reply does not depend on the search time.
  optimize_budget_ms: 10,
}

interface FuzzServerOptions {
  readonly threads: number
  readonly hasSeas?: boolean
}

/** Starts a server with the bundled map and no effective limits, on an empty store. */
export async function startFuzzServer(
  kind: StoreKind,
  { threads, hasSeas = false }: FuzzServerOptions,
): Promise<StartedFuzzServer> {
  await compileEmbeddedMap()
  const stores = await startStores(kind)
  const store = await stores.fresh()
  const smtp = await startSmtpSink()
  await publishEmbedded(store.dataDir)
  if (hasSeas) await publishSeas(store.dataDir)
  const plans = await withPlans(store, { military: unlimited })
  const server = await startServer({
    store,
    args: ['--threads', String(threads)],
    env: {
      ...openDoor,
      ...plans,
      FAIRWAY_SMTP_URL: smtp.url,
      FAIRWAY_SIGNUPS_PER_HOUR: '0',
      FAIRWAY_ANONYMOUS_BUDGET_MS: '10',
      FAIRWAY_LOG_LEVEL: 'error',
      FAIRWAY_SEAS: String(hasSeas),
    },
  })
  const database = await openMigratedDatabase(store)
  return {
    url: server.url,
    smtp,
    issueKey: (email) => issueKeyIn(database, email, 'military'),
    async dispose() {
      await database.close()
      await server.stop()
      await smtp.dispose()
      await stores.dispose()
    },
  }
}
