import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * Tables, which are the same in both databases. Times are Unix milliseconds. Days such as '2026-11-15' and months such
 * as '2026-11' are in UTC.
 */
export interface Tables {
  accounts: AccountsTable
  keys: KeysTable
  usage: UsageTable
  usage_months: UsageMonthsTable
  sign_in_codes: SignInCodesTable
  signup_attempts: SignupAttemptsTable
  deleted_addresses: DeletedAddressesTable
  sessions: SessionsTable
  phone_codes: PhoneCodesTable
  audit_log: AuditLogTable
  outbox: OutboxTable
  sms_days: SmsDaysTable
  revisions: RevisionsTable
  geocoder_answers: GeocoderAnswersTable
  assets: AssetsTable
  asset_routes: AssetRoutesTable
  removed_assets: RemovedAssetsTable
  positions: PositionsTable
  geofences: GeofencesTable
  event_settings: EventSettingsTable
  events: EventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  jobs: JobsTable
  job_parts: JobPartsTable
  job_chunks: JobChunksTable
  solutions: SolutionsTable
  share_links: ShareLinksTable
}

interface AccountsTable {
  /** Index of the account's counters in memory. Numbers are small and never reused. */
  number: Generated<number>
  id: string
  /** Lowercase email address. */
  email: string
  name: string | null
  phone: string | null
  /** Time when the owner confirmed the phone number with a code. */
  phone_proved_at: number | null
  plan: string
  created_at: number
  /** Time when the trial ends. */
  expires_at: number | null
  /** 1 if the vehicle speeds of the account may be used as road speeds, otherwise 0. */
  shares_traffic: Generated<number>
  /** Time when the owner first signed in with a code sent to the email address. */
  proved_at: number | null
  /**
   * Account from which this record was separated, because its owner did not confirm the key. The record has no email
   * address, and only that key can access its data.
   */
  detached_from: number | null
  /** Time when the account was deleted. The row then has no personal data. */
  deleted_at: number | null
}

interface KeysTable {
  id: string
  account: number
  /** SHA-256 of the key in hex. The key itself is never stored. */
  hash: string
  /** Last four characters of the key, which help to identify it. */
  hint: string
  label: string | null
  created_at: number
  /** Time when the key expires, set by the owner, the operator or a rotation. */
  expires_at: number | null
  /** Time when a new key replaced this key. */
  rotated_at: number | null
  revoked_at: number | null
  /** Time when the owner or the operator confirmed the key. Null for an unconfirmed key from signup. */
  kept_at: number | null
  /** IPv4 address or IPv6 /64 network of the signup. */
  network: string | null
  /**
   * JSON with the operations, origins and networks that the key is restricted to. Null if the key is not restricted.
   */
  scopes: string | null
}

interface UsageTable {
  account: number
  day: string
  operation: string
  calls: number
  units: number
}

interface UsageMonthsTable {
  account: number
  month: string
  units: number
}

interface SignInCodesTable {
  id: string
  email: string
  /**
   * Number of the account. Null if no account has this email address. Rows without an account exist so that strangers
   * cannot find out which accounts exist.
   */
  account: number | null
  code_hash: string
  created_at: number
  expires_at: number
  tries: number
  used_at: number | null
  /** Network that requested the code. */
  network: string | null
}

/** Signups per network within the last hour, for rate limiting. */
interface SignupAttemptsTable {
  network: string
  created_at: number
}

/**
 * Trial period and usage of a deleted email address, which the next account with the same address continues. The row is
 * deleted when the trial period and the month are over.
 */
interface DeletedAddressesTable {
  /** SHA-256 of the email address in hex. */
  hash: string
  trial_ends_at: number | null
  month: string
  /** Units used in the month. */
  units: number
  expires_at: number
}

interface SessionsTable {
  /** SHA-256 of the cookie. */
  hash: string
  account: number
  created_at: number
  expires_at: number
}

/** Last code that was sent to the phone number of an account. */
interface PhoneCodesTable {
  account: number
  phone: string
  code_hash: string
  expires_at: number
  tries: number
}

/** Number of SMS messages per day, for the caps. */
interface SmsDaysTable {
  day: string
  /** Counted subject: 'service', 'account ' with a hash of the email address, or 'number +59821234567'. */
  subject: string
  messages: number
}

/** Log of account changes, which never contains secrets. */
interface AuditLogTable {
  number: Generated<number>
  account: number
  created_at: number
  action: string
  actor: string
  /** IPv4 address or IPv6 /64 network of the request. Null for operator commands. */
  network: string | null
  /** Id of the key, or the plan. */
  subject: string | null
  /** JSON with the changes. */
  details: string | null
}

interface OutboxTable {
  id: string
  kind: string
  account: number
  /**
   * Month of the message. An account gets at most one message per kind and month. Codes have a unique id here, because
   * each code is sent.
   */
  month: string
  recipient: string
  body: string
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: number
  /** Time when the lease of the sending server expires. An expired lease means that the server died during the send. */
  leased_until: number | null
  /** Time when the first send with an unknown outcome began. */
  unknown_since: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

/**
 * Counters by name. Some count changes to accounts or keys, so that servers notice them. Others serialize sign-in codes
 * and queued SMS by locking their row. The remaining counters store the last usage batch of each writer.
 */
interface RevisionsTable {
  name: string
  value: number
}

/** Replies of an external geocoder, by request. */
interface GeocoderAnswersTable {
  /** SHA-256 of the request in hex, because requests can be long. */
  key: string
  /** Reply as JSON. */
  answer: string
  expires_at: number
}

/** Optimizer results, which are kept for a day. */
interface SolutionsTable {
  id: string
  account: number
  created_at: number
  /** Result as JSON. */
  body: string
}

/** Links for delivery recipients. */
interface ShareLinksTable {
  /** SHA-256 of the token in the link. */
  token_hash: string
  id: string
  account: number
  asset: string
  /** Id of the solution that contains the stop. */
  solution: string
  stop: number
  created_at: number
  expires_at: number
}

/** Tracked assets with their properties and positions. */
interface AssetsTable {
  /** Short number that positions store instead of the id. */
  number: Generated<number>
  id: string
  account: number
  name: string
  kind: 'drone' | 'vehicle' | 'robot' | 'vessel'
  category: 'civil' | 'military'
  /** Caller's name for the asset. */
  reference: string | null
  /** Caller's profile as JSON. */
  profile: string | null
  created_at: number
  /** Number of routes attached so far. */
  plan_number: Generated<number>
  /** State of the tracker as JSON: the live position and the progress along the route. */
  state: string | null
  /** Total number of accepted positions. */
  fixes: Generated<number>
  /** Number of the account's last change that affected this asset. See `revisions`. */
  changed: Generated<number>
  /** MMSI in the vessel's first AIS position. */
  mmsi: number | null
  /** Caller's name for the group of the asset. */
  group_name: string | null
  /**
   * JSON with the geofences that contain the asset and the reported conditions. Null if no rule applies to the asset.
   */
  watch: string | null
  /** Time when a rule may cause an event even if no position arrives. */
  watch_at: number | null
}

/** Routes that are attached to assets. They are separate, because each position writes the whole row of its asset. */
interface AssetRoutesTable {
  /** Number of the asset. */
  asset: number
  /** Asset route as JSON. */
  plan: string
}

/** Removed assets, kept for streams that included them and reconnect later. */
interface RemovedAssetsTable {
  account: number
  id: string
  /** Number of the account's change that removed this asset. */
  changed: number
  removed_at: number
}

export interface PositionsTable {
  asset: number
  time: number
  /** Number of the position within the asset, starting at 1. */
  fix: number
  received_at: number
  latitude: number
  longitude: number
  speed: number | null
  heading: number | null
  battery: number | null
  altitude: number | null
  accuracy: number | null
  /** 0 if the position became the live position, 1 if it arrived late, 2 if it was too far away to be reachable. */
  flag: number
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
interface JobsTable {
  id: string
  account: number
  /** Plan at creation, whose limits apply to the request. */
  plan: string
  /** Operation id. */
  operation: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  units: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** Time when the job and its result are deleted. Null until the job has finished. */
  expires_at: number | null
  /** Thread that runs the job. */
  lease_owner: string | null
  /** Time after which another thread may take over the job. */
  lease_until: Generated<number>
  /** Number of times a thread has started the job since its last finished part. */
  attempts: Generated<number>
  parts_total: number
  parts_done: Generated<number>
  /** Length of the uncompressed result, in bytes. */
  result_bytes: number | null
  /** JSON with the reason why the job failed. */
  error: string | null
}

/** Finished parts of jobs. */
interface JobPartsTable {
  job: string
  part: number
  /** JSON with the data that later parts need. */
  info: string
}

/** Chunks of the request (section -1) or the result. */
interface JobChunksTable {
  job: string
  section: number
  part: number
  chunk: number
  /** Length of the uncompressed content in bytes, followed by its CRC-32. */
  content_length: number
  content_crc32: number
  /** Compressed content. Null if the content is in a file. */
  bytes: Uint8Array | null
}

export type JobRow = Selectable<JobsTable>
/** Asset with its route. */
export type AssetRow = Selectable<AssetsTable> & { readonly plan: string | null }
export type PositionRow = Selectable<PositionsTable>
export type AccountRow = Selectable<AccountsTable>
export type KeyRow = Selectable<KeysTable>
export type NewKeyRow = Insertable<KeysTable>
export type AuditRow = Selectable<AuditLogTable>
export type OutboxRow = Selectable<OutboxTable>
