import type { Operation } from '../../operations/define-operation.ts'
import type { Database } from '../../platform/storage/database.ts'
import { eventOperations } from './events/event-operations.ts'
import type { EventStore } from './events/event-store.ts'
import { EventSettingsStore } from './events/settings-store.ts'
import { geofenceOperations } from './geofences/geofence-operations.ts'
import { GeofenceStore } from './geofences/geofence-store.ts'
import { deliveryOperations } from './webhooks/delivery-operations.ts'
import { DeliveryStore } from './webhooks/delivery-store.ts'
import { webhookOperations } from './webhooks/webhook-operations.ts'
import { WebhookStore } from './webhooks/webhook-store.ts'

export interface RuleOperationsOptions {
  readonly events: EventStore
  /** Whether webhooks may have targets on private networks. */
  readonly allowPrivateTargets: boolean
}

/** Creates the operations for geofences, events and webhooks. */
export function ruleOperations({ db }: Database, options: RuleOperationsOptions): Operation[] {
  const { events, allowPrivateTargets: allowPrivate } = options
  const webhooks = new WebhookStore(db)
  return [
    ...geofenceOperations(new GeofenceStore(db)),
    ...eventOperations({ events, eventSettings: new EventSettingsStore(db) }),
    ...webhookOperations({ webhooks, allowPrivate }),
    ...deliveryOperations({ webhooks, deliveries: new DeliveryStore(db) }),
  ]
}
