import { type Migration, Migrator } from 'kysely/migration'
import type { Database, DatabaseKind } from './kinds.ts'
import { accountsMigration } from './migrations/2026-11-15-accounts.ts'
import { geocoderMigration } from './migrations/2026-11-16-geocoder.ts'
import { assetsMigration } from './migrations/2026-11-17-assets.ts'
import { trafficSharingMigration } from './migrations/2026-11-18-traffic-sharing.ts'
import { removedAssetsMigration } from './migrations/2026-11-19-removed-assets.ts'
import { assetMmsiMigration } from './migrations/2026-11-20-asset-mmsi.ts'
import { provedAddressesMigration } from './migrations/2026-11-21-proved-addresses.ts'
import { accountSafetyMigration } from './migrations/2026-11-22-account-safety.ts'
import { provedPhonesMigration } from './migrations/2026-11-23-proved-phones.ts'
import { keyScopesMigration } from './migrations/2026-11-24-key-scopes.ts'
import { auditLogMigration } from './migrations/2026-11-25-audit-log.ts'
import { deletedAccountsMigration } from './migrations/2026-11-26-deleted-accounts.ts'
import { deletedAddressesMigration } from './migrations/2026-11-27-deleted-addresses.ts'
import { geofencesMigration } from './migrations/2026-11-28-geofences.ts'
import { dispatchMigration } from './migrations/2026-11-29-dispatch.ts'
import { jobsMigration } from './migrations/2026-11-30-jobs.ts'
import { assetRoutesMigration } from './migrations/2026-12-01-asset-routes.ts'
import { stateBytesMigration } from './migrations/2026-12-02-state-bytes.ts'

/** Lists the migrations, sorted by name. A released migration must never change. */
export function listMigrations(kind: DatabaseKind): Record<string, Migration> {
  return {
    '2026-11-15-accounts': accountsMigration(kind),
    '2026-11-16-geocoder': geocoderMigration,
    '2026-11-17-assets': assetsMigration(kind),
    '2026-11-18-traffic-sharing': trafficSharingMigration,
    '2026-11-19-removed-assets': removedAssetsMigration,
    '2026-11-20-asset-mmsi': assetMmsiMigration,
    '2026-11-21-proved-addresses': provedAddressesMigration,
    '2026-11-22-account-safety': accountSafetyMigration,
    '2026-11-23-proved-phones': provedPhonesMigration,
    '2026-11-24-key-scopes': keyScopesMigration,
    '2026-11-25-audit-log': auditLogMigration(kind),
    '2026-11-26-deleted-accounts': deletedAccountsMigration,
    '2026-11-27-deleted-addresses': deletedAddressesMigration,
    '2026-11-28-geofences': geofencesMigration(kind),
    '2026-11-30-jobs': jobsMigration(kind),
    '2026-11-29-dispatch': dispatchMigration,
    '2026-12-01-asset-routes': assetRoutesMigration,
    '2026-12-02-state-bytes': stateBytesMigration,
  }
}

/** Last migration of each release to which the tables can be converted back. */
const lastMigrations = { '0.1': '2026-11-20-asset-mmsi' } as const

export type OlderRelease = keyof typeof lastMigrations

export const olderReleases = Object.keys(lastMigrations) as OlderRelease[]

export async function migrate(database: Database): Promise<void> {
  const { error } = await createMigrator(database).migrateToLatest()
  if (error) throw error
}

/**
 * Converts the tables back to those of an older release, in one transaction. The data that the older release does not
 * know is deleted.
 */
export async function migrateBack(database: Database, release: OlderRelease): Promise<void> {
  const { error } = await createMigrator(database).migrateTo(lastMigrations[release])
  if (error) throw error
}

function createMigrator({ db, kind }: Database): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => listMigrations(kind) } })
}
