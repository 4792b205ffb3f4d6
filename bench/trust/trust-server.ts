import { readFileSync } from 'node:fs'
import type { PlanName } from '../../apps/server/platform/config/plans.ts'
import { type Database, openMigratedDatabase } from '../../apps/server/platform/storage/database.ts'
import { issueKeyIn } from '../../tests/faults/support/accounts.ts'
import { compileEmbeddedMap, publishEmbedded } from '../../tests/support/maps/maps.ts'
import { publishSeas } from '../../tests/support/maps/seas.ts'
import { type ServerProcess, startServer } from '../../tests/support/servers/server-process.ts'
import { type StoreKind, type StoreSettings, startStores } from '../../tests/support/servers/stores.ts'

/** Store with the bundled map, on which servers are started, killed and restarted. */
export interface TrustStore {
  readonly settings: StoreSettings
  readonly database: Database
  startServer(env?: Record<string, string>): Promise<ServerProcess>
  issueKeys(count: number, plan: PlanName): Promise<string[]>
  dispose(): Promise<void>
}

export interface TrustStoreOptions {
  readonly hasSeas?: boolean
}

export async function openTrustStore(kind: StoreKind, options: TrustStoreOptions = {}): Promise<TrustStore> {
  await compileEmbeddedMap()
  const stores = await startStores(kind)
  const settings = await stores.fresh()
  await publishEmbedded(settings.dataDir)
  if (options.hasSeas) await publishSeas(settings.dataDir)
  const database = await openMigratedDatabase(settings)
  let issued = 0
  return {
    settings,
    database,
    startServer: (env = {}) =>
      startServer({
        store: settings,
        args: ['--threads', '2'],
        env: { FAIRWAY_LOG_LEVEL: 'error', FAIRWAY_SEAS: String(options.hasSeas === true), ...env },
      }),
    async issueKeys(count, plan) {
      const keys: string[] = []
      for (let index = 0; index < count; index++)
        keys.push(await issueKeyIn(database, `${plan}-${++issued}@bench.example`, plan))
      return keys
    },
    async dispose() {
      await database.close()
      await stores.dispose()
    },
  }
}

/** Returns the resident memory of a process in MB, or 0 if the system does not report it. */
export function readResidentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
