import { UsageStore } from '../../../platform/metering/store.ts'
import { OutboxStore } from '../../../platform/notifications/store.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { JobStore } from '../../jobs/job-store.ts'
import { AssetStore } from '../../tracking/assets/asset-store.ts'
import { SolutionStore } from '../../tracking/dispatch/solution-store.ts'
import { EventStore } from '../../tracking/events/event-store.ts'
import { EventSettingsStore } from '../../tracking/events/settings-store.ts'
import { GeofenceStore } from '../../tracking/geofences/geofence-store.ts'
import { ShareStore } from '../../tracking/share/share-store.ts'
import { TrackStore } from '../../tracking/tracks/track-store.ts'
import { WebhookStore } from '../../tracking/webhooks/webhook-store.ts'
import { AuditStore } from '../audit/audit-store.ts'
import { KeyStore } from '../keys/key-store.ts'
import { SignInStore } from '../sign-in/store.ts'
import { AccountDeletion, type AccountDeletionOptions } from './delete-account-store.ts'
import type { ExportStores } from './export-account.ts'
import { ExportLeases } from './export-lease-store.ts'

/** Opens the stores for the audit log, exports and deletions. The server and operator commands use these stores. */
export function openLifeStores(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  options?: AccountDeletionOptions,
): {
  readonly audit: AuditStore
  readonly exportStores: ExportStores
  readonly exportLeases: ExportLeases
  readonly deletion: AccountDeletion
} {
  const audit = new AuditStore(db)
  return {
    audit,
    exportStores: {
      keys: new KeyStore(db),
      usage: new UsageStore(db),
      assets: new AssetStore(db),
      tracks: new TrackStore(db, kind),
      rules: {
        geofences: new GeofenceStore(db),
        settings: new EventSettingsStore(db),
        webhooks: new WebhookStore(db),
        events: new EventStore(db),
      },
      plans: { solutions: new SolutionStore(db), links: new ShareStore(db), jobs: new JobStore(db) },
      audit,
      sessions: new SignInStore(db),
      // This store is used only for reading, so no SMS cap applies.
      messages: new OutboxStore(db, { account: 0, number: 0, service: 0 }),
    },
    exportLeases: new ExportLeases(db),
    deletion: new AccountDeletion(db, options),
  }
}
