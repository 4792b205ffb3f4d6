import { setImmediate } from 'node:timers/promises'
import type { UsageStore } from '../../../platform/metering/store.ts'
import type { OutboxStore } from '../../../platform/notifications/store.ts'
import type { OutboxRow } from '../../../platform/storage/tables/notifications.ts'
import { toAssetReply, toPositionReply } from '../../tracking/api/replies.ts'
import type { AssetStore } from '../../tracking/assets/asset-store.ts'
import { toAssetRouteLineReply } from '../../tracking/assets/route-reply.ts'
import { type ExportedRules, exportPages, exportRules } from '../../tracking/export-rules.ts'
import { toTrackPosition } from '../../tracking/formats/track-formats.ts'
import type { TrackStore } from '../../tracking/tracks/track-store.ts'
import type { Account } from '../account.ts'
import { type AuditEntry, toAuditFields } from '../audit/audit.ts'
import type { AuditStore } from '../audit/audit-store.ts'
import type { KeyStore } from '../keys/key-store.ts'
import { toAccountFields, toIsoTime, toKeyFields } from '../mapping.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { type ExportedPlans, exportPlans } from './export-plans.ts'

export interface ExportStores {
  readonly keys: Pick<KeyStore, 'list'>
  readonly usage: Pick<UsageStore, 'listSince'>
  readonly assets: Pick<AssetStore, 'list'>
  readonly tracks: Pick<TrackStore, 'read'>
  readonly rules: ExportedRules
  readonly plans: ExportedPlans
  readonly audit: Pick<AuditStore, 'list'>
  readonly sessions: Pick<SignInStore, 'listSessions'>
  readonly messages: Pick<OutboxStore, 'listMessages'>
}

/** Number of assets per query. A page is small because each asset may have a long route. */
const ASSETS_PER_READ = 20
const POSITIONS_PER_READ = 1000
const ENTRIES_PER_READ = 500

/**
 * Writes all data of an account as one JSON document, page by page. Timers and other requests can run after each page,
 * although SQLite is synchronous.
 */
export async function* exportAccount(stores: ExportStores, account: Account, now: number): AsyncGenerator<string> {
  const { number, name, phone, phoneProvedAt, sharesTraffic, provedAt } = account
  const fields = {
    ...toAccountFields(account),
    name,
    phone,
    phone_proved: phoneProvedAt !== null,
    shares_traffic: sharesTraffic,
    proved_at: provedAt === null ? null : toIsoTime(provedAt),
  }
  const keys = (await stores.keys.list(number)).map((key) => toKeyFields(key, now))
  yield `{"exported_at":${JSON.stringify(toIsoTime(now))},"account":${JSON.stringify(fields)},"keys":${JSON.stringify(keys)}`
  const sessions = (await stores.sessions.listSessions(number, now)).map(({ startedAt, expiresAt }) => ({
    started_at: toIsoTime(startedAt),
    expires_at: toIsoTime(expiresAt),
  }))
  const messages = (await stores.messages.listMessages(number)).map(toMessageFields)
  yield `,"sessions":${JSON.stringify(sessions)},"messages":${JSON.stringify(messages)}`
  const usageLines = await stores.usage.listSince(number, '0000-01-01')
  const usage = usageLines.map(({ day, operation, calls, units }) => ({ day, operation, calls, routes: units }))
  yield `,"usage":${JSON.stringify(usage)},"assets":[`
  yield* exportAssets(stores, number)
  yield ']'
  yield* exportRules(stores.rules, number)
  yield* exportPlans(stores.plans, number, now)
  yield ',"audit_log":['
  yield* exportPages(
    ENTRIES_PER_READ,
    (entry: AuditEntry) => JSON.stringify(toAuditFields(entry)),
    (last) => stores.audit.list(number, last?.number, ENTRIES_PER_READ),
  )
  yield ']}\n'
}

/** Converts an SMS. The text of an SMS with a code is omitted, because a reader of the export could use the code. */
function toMessageFields({ kind, recipient, body, state, created_at, sent_at }: OutboxRow) {
  return {
    kind,
    to: recipient === '' ? null : recipient,
    text: kind === 'phone-code' || body === '' ? null : body,
    state,
    created_at: toIsoTime(created_at),
    sent_at: sent_at === null ? null : toIsoTime(sent_at),
  }
}

async function* exportAssets({ assets, tracks }: ExportStores, account: number): AsyncGenerator<string> {
  let last = 0
  let separator = ''
  for (;;) {
    const page = await assets.list(account, last, ASSETS_PER_READ)
    for (const asset of page) {
      const position = asset.state ? toPositionReply(asset.state.fix) : null
      const plan = toAssetRouteLineReply(asset, undefined) ?? null
      const fields = JSON.stringify({ ...toAssetReply(asset), plan, position })
      yield `${separator}${fields.slice(0, -1)},"track":[`
      yield* exportTrack(tracks, asset.number)
      yield ']}'
      separator = ','
      last = asset.number
    }
    await setImmediate()
    if (page.length < ASSETS_PER_READ) return
  }
}

async function* exportTrack(tracks: ExportStores['tracks'], asset: number): AsyncGenerator<string> {
  const trackQuery = {
    asset,
    fromMs: Number.MIN_SAFE_INTEGER,
    untilMs: Number.MAX_SAFE_INTEGER,
    limit: POSITIONS_PER_READ,
  }
  for (let page = await tracks.read(trackQuery); page.length > 0; ) {
    yield page.map((row) => JSON.stringify(toTrackPosition(row))).join(',')
    await setImmediate()
    const last = page.at(-1)
    if (!last || page.length < POSITIONS_PER_READ) return
    page = await tracks.read({ ...trackQuery, after: { timeMs: last.time, fix: last.fix } })
    if (page.length > 0) yield ','
  }
}
