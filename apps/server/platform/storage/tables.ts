import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * The tables, which are the same in both databases. Times are Unix milliseconds; days are '2026-11-15' and months
 * '2026-11', in UTC.
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
  /** Small and never reused: the index of the account's counters in memory. */
  number: Generated<number>
  id: string
  /** Lowercase. */
  email: string
  name: string | null
  phone: string | null
  /** When the owner confirmed the number with a code. */
  phone_proved_at: number | null
  plan: string
  created_at: number
  /** The end of a trial. */
  expires_at: number | null
  /** 1: the speeds of its vehicles may be used as road speeds; 0: they may not. */
  shares_traffic: Generated<number>
  /** When the owner first signed in with a code sent to the address. */
  proved_at: number | null
  /**
   * Set for the separate record of a key that the owner of this account has not kept. The record has no address; its
   * data is visible to that key only.
   */
  detached_from: number | null
  /** Set when the account was deleted. The row then has no personal data. */
  deleted_at: number | null
}

interface KeysTable {
  id: string
  account: number
  /** SHA-256 of the key in hex. The key itself is never stored. */
  hash: string
  /** The last four characters, to tell keys apart. */
  hint: string
  label: string | null
  created_at: number
  /** Set by the owner, by the operator, or by a rotation: the old key is valid until then. */
  expires_at: number | null
  /** When a new key replaced this one. */
  rotated_at: number | null
  revoked_at: number | null
  /** When the owner or the operator accepted the key; null for a key from signup that nobody has vouched for. */
  kept_at: number | null
  /** The IPv4 address or IPv6 /64 network from which the key was signed up. */
  network: string | null
  /** JSON: the operations, origins and networks that the key is restricted to. null: it is not restricted. */
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
  /** null: no account has this email address. The row exists so that strangers cannot find that out. */
  account: number | null
  code_hash: string
  created_at: number
  expires_at: number
  tries: number
  used_at: number | null
  /** The network that requested the code. */
  network: string | null
}

/** Signups by network within the last hour, to limit them. */
interface SignupAttemptsTable {
  network: string
  created_at: number
}

/**
 * The trial period and usage of a deleted address, which the next account with that address continues. Deleted when the
 * trial period and the month are over.
 */
interface DeletedAddressesTable {
  /** SHA-256 of the e-mail address in hex. */
  hash: string
  trial_ends_at: number | null
  month: string
  /** The units used in that month. */
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

/** The last code that was sent to the phone number of an account. */
interface PhoneCodesTable {
  account: number
  phone: string
  code_hash: string
  expires_at: number
  tries: number
}

/** The number of SMS messages per day, for the caps. */
interface SmsDaysTable {
  day: string
  /** 'service', 'account ' with a hash of the e-mail address, or 'number +59821234567'. */
  subject: string
  messages: number
}

/** The log of changes to accounts. It never contains secrets. */
interface AuditLogTable {
  number: Generated<number>
  account: number
  created_at: number
  action: string
  actor: string
  /** The IPv4 address or IPv6 /64 of the request; null for operator commands. */
  network: string | null
  /** The id of the key, or the plan. */
  subject: string | null
  /** JSON: the changes. */
  details: string | null
}

interface OutboxTable {
  id: string
  kind: string
  account: number
  /** At most one message of a kind per account per month. A code has its own id here, because each one is sent. */
  month: string
  recipient: string
  body: string
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: number
  /** Set while a server is sending the message. An expired lease means that the server died during the send. */
  leased_until: number | null
  /** The start of the first send with an unknown outcome. */
  unknown_since: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

/**
 * Counters by name: changes to accounts or keys, so that servers notice them; requested sign-in codes and queued SMS,
 * whose rows serialize them; and the last usage batch accepted from each writer.
 */
interface RevisionsTable {
  name: string
  value: number
}

/** Replies from an external geocoder, by request. */
interface GeocoderAnswersTable {
  /** SHA-256 of the request in hex, because requests can be long. */
  key: string
  /** JSON. */
  answer: string
  expires_at: number
}

/** Optimizer results, kept for a day. */
interface SolutionsTable {
  id: string
  account: number
  created_at: number
  /** JSON. */
  body: string
}

/** Links for the recipients of deliveries. */
interface ShareLinksTable {
  /** SHA-256 of the token in the link. */
  token_hash: string
  id: string
  account: number
  asset: string
  /** The tour that the stop belongs to. */
  solution: string
  stop: number
  created_at: number
  expires_at: number
}

/** A tracked asset: its properties, its route, and its position. */
interface AssetsTable {
  /** Small, because positions store it instead of the id. */
  number: Generated<number>
  id: string
  account: number
  name: string
  kind: 'drone' | 'vehicle' | 'robot' | 'vessel'
  category: 'civil' | 'military'
  /** The caller's name for the asset. */
  reference: string | null
  /** The caller's profile as JSON. */
  profile: string | null
  created_at: number
  /** JSON: the asset route. */
  plan: string | null
  /** The number of routes attached so far. */
  plan_number: Generated<number>
  /** The tracker's state as JSON: the live position and the progress along the route. */
  state: string | null
  /** The total number of positions accepted. */
  fixes: Generated<number>
  /** The number of the account's last change that affected this asset; see `revisions`. */
  changed: Generated<number>
  /** The MMSI in the vessel's first AIS position. */
  mmsi: number | null
  /** The caller's name for the group that the asset belongs to. */
  group_name: string | null
  /** JSON: the geofences it is in and the conditions that were reported. null: nothing is watched. */
  watch: string | null
  /** When a rule may cause an event even if no position arrives. */
  watch_at: number | null
}

/** A removed asset, kept for streams that included it and reconnect later. */
interface RemovedAssetsTable {
  account: number
  id: string
  /** The number of the account's change that removed this asset. */
  changed: number
  removed_at: number
}

export interface PositionsTable {
  asset: number
  time: number
  /** The fix number within the asset, from 1. */
  fix: number
  received_at: number
  latitude: number
  longitude: number
  speed: number | null
  heading: number | null
  battery: number | null
  altitude: number | null
  accuracy: number | null
  /** 0: moved the live position; 1: arrived late; 2: too far away to be reachable. */
  flag: number
}

interface GeofencesTable {
  number: Generated<number>
  id: string
  account: number
  name: string
  /** The number of corners of its shape, stored because the total number is limited. */
  corners: number
  /** JSON: the shape, the rules and the assets they apply to. */
  definition: string
  created_at: number
}

/** The events, other than geofence events, that an account has enabled. */
interface EventSettingsTable {
  account: number
  /** JSON. */
  settings: string
}

/** What happened to an asset, written together with the position that caused it. */
interface EventsTable {
  number: Generated<number>
  id: string
  account: number
  asset: number
  asset_id: string
  type: string
  /** The id of the geofence. */
  geofence: string | null
  time: number
  /** The number of the account's change with which it was written; see `revisions`. */
  changed: number
  /** JSON: the fields of the reply that depend on the type. */
  details: string
  created_at: number
}

interface WebhooksTable {
  number: Generated<number>
  id: string
  account: number
  url: string
  description: string | null
  /** JSON: the event types. null means all. */
  events: string | null
  secret: string
  /** The secret before a rotation. Messages are signed with both until then. */
  old_secret: string | null
  old_secret_until: number | null
  enabled: number
  /** Why the service disabled it. */
  disabled_why: string | null
  /** Consecutive failed attempts to reach the receiver. */
  failures: Generated<number>
  /** No attempt before this time, because the receiver was unavailable. */
  paused_until: number | null
  /** Set while a server is sending its messages. An expired lease means that the server died. */
  leased_until: number | null
  created_at: number
}

/** The webhook outbox: one row for each combination of event and webhook. */
interface WebhookDeliveriesTable {
  number: Generated<number>
  account: number
  webhook: number
  asset: number
  /** The id of the event. */
  event: string
  state: 'pending' | 'sent' | 'dead'
  attempts: Generated<number>
  next_attempt_at: number
  /** The HTTP status of the last response. */
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
  /** The plan at creation, whose limits the request was checked against. */
  plan: string
  /** The operation id. */
  operation: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  units: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  /** When the job and its result are deleted; null until it has finished. */
  expires_at: number | null
  /** The thread that runs the job. */
  lease_owner: string | null
  /** Another thread may take the job over after this time. */
  lease_until: Generated<number>
  /** How many times a thread has started to run the job since its last finished part. */
  attempts: Generated<number>
  parts_total: number
  parts_done: Generated<number>
  /** The length of the uncompressed result. */
  result_bytes: number | null
  /** JSON: why the job failed. */
  error: string | null
}

/** A finished part of a job. */
interface JobPartsTable {
  job: string
  part: number
  /** JSON: the data that later parts need. */
  info: string
}

/** A piece of the request (section -1) or of the result. */
interface JobChunksTable {
  job: string
  section: number
  part: number
  chunk: number
  /** The length and the CRC-32 of the uncompressed content. */
  content_length: number
  content_crc32: number
  /** Compressed; null if it is in a file. */
  bytes: Uint8Array | null
}

export type JobRow = Selectable<JobsTable>
export type AssetRow = Selectable<AssetsTable>
export type PositionRow = Selectable<PositionsTable>
export type AccountRow = Selectable<AccountsTable>
export type KeyRow = Selectable<KeysTable>
export type NewKeyRow = Insertable<KeysTable>
export type AuditRow = Selectable<AuditLogTable>
export type OutboxRow = Selectable<OutboxTable>
