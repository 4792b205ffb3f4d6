import type { Generated, Insertable, Selectable } from 'kysely'

/** Geofences, events and the webhooks that report them. */
export interface EventTables {
  geofences: GeofencesTable
  event_settings: EventSettingsTable
  events: EventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
}

interface GeofencesTable {
  number: Generated<number>
  id: string
  account: number
  name: string
  /** Number of vertices, stored because the total number per account is limited. */
  corners: number
  /** JSON with the shape, the rules and the assets that the rules apply to. */
  definition: string
  created_at: number
}

/** Events that an account has enabled, other than geofence events. */
interface EventSettingsTable {
  account: number
  /** Settings as JSON. */
  settings: string
}

/** Events of assets. An event is written together with the position that caused it. */
interface EventsTable {
  number: Generated<number>
  id: string
  account: number
  asset: number
  asset_id: string
  type: string
  /** Id of the geofence. */
  geofence: string | null
  time: number
  /** Number of the account's change that wrote the event. See `revisions`. */
  changed: number
  /** JSON with the reply fields that depend on the type. */
  details: string
  created_at: number
}

interface WebhooksTable {
  number: Generated<number>
  id: string
  account: number
  url: string
  description: string | null
  /** JSON with the event types. Null means all types. */
  events: string | null
  secret: string
  /** Secret before a rotation. Messages are signed with both secrets until `old_secret_until`. */
  old_secret: string | null
  old_secret_until: number | null
  enabled: number
  /** Reason why the service disabled the webhook. */
  disabled_why: string | null
  /** Number of consecutive failed attempts to reach the receiver. */
  failures: Generated<number>
  /** Time before which no attempt is made, because the receiver was unavailable. */
  paused_until: number | null
  /** Time when the lease of the sending server expires. An expired lease means that the server died. */
  leased_until: number | null
  created_at: number
}

/** Webhook outbox with one row per event and webhook. */
interface WebhookDeliveriesTable {
  number: Generated<number>
  account: number
  webhook: number
  asset: number
  /** Id of the event. */
  event: string
  state: 'pending' | 'sent' | 'dead'
  attempts: Generated<number>
  next_attempt_at: number
  /** HTTP status of the last response. */
  status: number | null
  error: string | null
  created_at: number
  ended_at: number | null
}

export type GeofenceRow = Selectable<GeofencesTable>
export type EventRow = Selectable<EventsTable>
export type NewEventRow = Insertable<EventsTable>
export type WebhookRow = Selectable<WebhooksTable>
export type DeliveryRow = Selectable<WebhookDeliveriesTable>
export type NewDeliveryRow = Insertable<WebhookDeliveriesTable>
