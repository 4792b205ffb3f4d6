import type { Tables } from '../../platform/storage/tables.ts'

/** Names of the tables with an `account` column. */
export type AccountTable = {
  [K in keyof Tables]: 'account' extends keyof Tables[K] ? K : never
}[keyof Tables]

/** Tables that follow the address: the owner keeps their rows when unaccepted keys are separated from the account. */
export const ownerTables = ['sessions', 'sign_in_codes', 'outbox', 'audit_log'] as const satisfies AccountTable[]

/** Tables with data that was created with keys. Their rows need no changes except the account number. */
export const keyDataTables = [
  'geofences',
  'events',
  'webhooks',
  'webhook_deliveries',
  'solutions',
  'share_links',
  'jobs',
] as const satisfies AccountTable[]

/** Tables whose rows are merged with those of the receiving account. */
export const mergedTables = [
  'keys',
  'phone_codes',
  'assets',
  'removed_assets',
  'event_settings',
  'usage',
  'usage_months',
] as const satisfies AccountTable[]

/** All tables with an `account` column. */
export const accountTables = [...ownerTables, ...keyDataTables, ...mergedTables]
