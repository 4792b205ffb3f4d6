import { setImmediate } from 'node:timers/promises'
import type { EventRow } from '../../platform/storage/tables/events.ts'
import { toEventReply } from './events/event.ts'
import type { EventStore } from './events/event-store.ts'
import { toSettingsReply } from './events/settings.ts'
import type { EventSettingsStore } from './events/settings-store.ts'
import { type Geofence, toGeofenceReply } from './geofences/geofence.ts'
import type { GeofenceStore } from './geofences/geofence-store.ts'
import { toWebhookReply } from './webhooks/webhook.ts'
import type { WebhookStore } from './webhooks/webhook-store.ts'

export interface ExportedRules {
  readonly geofences: Pick<GeofenceStore, 'list'>
  readonly settings: Pick<EventSettingsStore, 'get'>
  readonly webhooks: Pick<WebhookStore, 'list'>
  readonly events: Pick<EventStore, 'list'>
}

/** Number of geofences per query. A page is small because each geofence may have thousands of corners. */
const GEOFENCES_PER_READ = 20
const EVENTS_PER_READ = 500

/** Yields geofences, settings, webhooks without secrets, and events, as fields of a JSON object. */
export async function* exportRules(rules: ExportedRules, account: number): AsyncGenerator<string> {
  const settings = toSettingsReply(await rules.settings.get(account))
  const webhooks = (await rules.webhooks.list(account)).map(toWebhookReply)
  yield `,"event_settings":${JSON.stringify(settings)},"webhooks":${JSON.stringify(webhooks)},"geofences":[`
  yield* exportPages(
    GEOFENCES_PER_READ,
    (geofence: Geofence) => JSON.stringify(toGeofenceReply(geofence)),
    (last) => rules.geofences.list(account, last?.number ?? 0, GEOFENCES_PER_READ),
  )
  yield '],"events":['
  const eventQuery = {
    account,
    fromMs: 0,
    untilMs: Number.MAX_SAFE_INTEGER,
    limit: EVENTS_PER_READ,
    isNewestFirst: false,
  }
  yield* exportPages(
    EVENTS_PER_READ,
    (row: EventRow) => JSON.stringify(toEventReply(row)),
    (last) => rules.events.list({ ...eventQuery, after: last?.number }),
  )
  yield ']'
}

/** Yields the items of all pages, separated by commas. Timers and other requests can run after each page. */
export async function* exportPages<T>(
  pageSize: number,
  toText: (item: T) => string,
  read: (last: T | undefined) => Promise<T[]>,
): AsyncGenerator<string> {
  for (let page = await read(undefined); page.length > 0; ) {
    yield page.map(toText).join(',')
    await setImmediate()
    if (page.length < pageSize) return
    page = await read(page.at(-1))
    if (page.length > 0) yield ','
  }
}
