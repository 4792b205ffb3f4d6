import type { Generated, Insertable, Selectable } from 'kysely'

/** Accounts, their keys, and how their owners sign in. */
export interface AccountTables {
  accounts: AccountsTable
  keys: KeysTable
  sign_in_codes: SignInCodesTable
  signup_attempts: SignupAttemptsTable
  deleted_addresses: DeletedAddressesTable
  sessions: SessionsTable
  phone_codes: PhoneCodesTable
  audit_log: AuditLogTable
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
   * Account from which this record was separated, because the owner of that account did not confirm the key. The record
   * has no email address, and only that key can access its data.
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

export type AccountRow = Selectable<AccountsTable>
export type KeyRow = Selectable<KeysTable>
export type NewKeyRow = Insertable<KeysTable>
export type AuditRow = Selectable<AuditLogTable>
