import type { Generated, Insertable, Selectable } from 'kysely'

/**
 * The tables, as both databases hold them. Instants are milliseconds since 1970; days are '2026-11-15' and months
 * '2026-11', in UTC.
 */
export interface Tables {
  accounts: AccountsTable
  keys: KeysTable
  usage: UsageTable
  usage_months: UsageMonthsTable
  sign_in_codes: SignInCodesTable
  sessions: SessionsTable
  outbox: OutboxTable
  revisions: RevisionsTable
  geocoder_answers: GeocoderAnswersTable
  assets: AssetsTable
  removed_assets: RemovedAssetsTable
  positions: PositionsTable
}

export interface AccountsTable {
  /** Small and never used twice: the index of the account's counters in memory. */
  number: Generated<number>
  id: string
  /** In lower case. */
  email: string
  name: string | null
  phone: string | null
  plan: string
  created_at: number
  /** The end of a trial. */
  expires_at: number | null
  /** 1: how fast its vehicles are may become the speed of roads; 0: not. */
  shares_traffic: Generated<number>
}

export interface KeysTable {
  id: string
  account: number
  /** SHA-256 of the key, in hex. The key itself is never stored. */
  hash: string
  /** The last four letters, for people to tell keys apart. */
  hint: string
  label: string | null
  created_at: number
  /** Set by a rotation: the old key works until then. */
  expires_at: number | null
  revoked_at: number | null
}

export interface UsageTable {
  account: number
  day: string
  operation: string
  calls: number
  units: number
}

export interface UsageMonthsTable {
  account: number
  month: string
  units: number
}

export interface SignInCodesTable {
  id: string
  email: string
  /** null: nobody has this address; the row is there so that strangers cannot tell. */
  account: number | null
  code_hash: string
  created_at: number
  expires_at: number
  tries: number
  used_at: number | null
}

export interface SessionsTable {
  /** SHA-256 of the cookie. */
  hash: string
  account: number
  created_at: number
  expires_at: number
}

export interface OutboxTable {
  id: string
  kind: string
  account: number
  /** One message of a kind per account and month. */
  month: string
  recipient: string
  body: string
  state: 'pending' | 'sent' | 'failed'
  attempts: number
  next_attempt_at: number
  /** While a server is sending it. A lease that ran out means that server died in mid-send. */
  leased_until: number | null
  /** When the first send began whose outcome is not known. */
  unknown_since: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

/**
 * Counters by name: how often accounts or keys changed, so that servers notice; how many sign-in codes were asked for,
 * whose row makes those who ask take turns; and the last batch of usage that was taken from each writer.
 */
export interface RevisionsTable {
  name: string
  value: number
}

/** What another geocoder has answered, by what it was asked. */
export interface GeocoderAnswersTable {
  /** SHA-256 of the question, in hex: questions are as long as people make them. */
  key: string
  /** JSON. */
  answer: string
  expires_at: number
}

/** Something that is tracked: what it is, what it shall do, and where it is. */
export interface AssetsTable {
  /** Small: positions hold it instead of the id. */
  number: Generated<number>
  id: string
  account: number
  name: string
  kind: 'drone' | 'vehicle' | 'robot' | 'vessel'
  category: 'civil' | 'military'
  /** The caller's own name for it. */
  reference: string | null
  /** JSON of the caller's. */
  profile: string | null
  created_at: number
  /** JSON: the route it shall follow. */
  plan: string | null
  /** How many plans it has had. */
  plan_number: Generated<number>
  /** JSON of the tracker: the live position, and how far it is along its plan. */
  state: string | null
  /** How many positions were ever taken. */
  fixes: Generated<number>
  /** The number of the account's last change that touched it; see `revisions`. */
  changed: Generated<number>
  /** The ship that it was first sent by, of vessels that a receiver of AIS has heard. */
  mmsi: number | null
}

/** That an asset is gone, for streams that were told of it and come back later. */
export interface RemovedAssetsTable {
  account: number
  id: string
  /** The number of the account's change that removed it. */
  changed: number
  removed_at: number
}

export interface PositionsTable {
  asset: number
  time: number
  /** Which one of the asset, from 1. */
  fix: number
  received_at: number
  latitude: number
  longitude: number
  speed: number | null
  heading: number | null
  battery: number | null
  altitude: number | null
  accuracy: number | null
  /** 0: moved the live position; 1: came late; 2: farther away than it can have come. */
  flag: number
}

export type AssetRow = Selectable<AssetsTable>
export type PositionRow = Selectable<PositionsTable>
export type AccountRow = Selectable<AccountsTable>
export type KeyRow = Selectable<KeysTable>
export type NewKeyRow = Insertable<KeysTable>
export type OutboxRow = Selectable<OutboxTable>
