import type { Operation } from '../../operations/define-operation.ts'
import type { Database } from '../../platform/storage/database.ts'
import { eventOperations } from './events/event-operations.ts'
import type { EventStore } from './events/event-store.ts'
import { EventSettingsStore } from './events/settings-store.ts'
import { geofenceOperations } from './geofences/geofence-operations.ts'
import { GeofenceStore } from './geofences/geofence-store.ts'

/** What is watched about assets, and what happened. */
export function ruleOperations({ db }: Database, events: EventStore): Operation[] {
  return [
    ...geofenceOperations(new GeofenceStore(db)),
    ...eventOperations({ events, eventSettings: new EventSettingsStore(db) }),
  ]
}
