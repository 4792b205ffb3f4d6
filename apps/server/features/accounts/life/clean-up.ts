import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'
import { SignInStore } from '../sign-in/store.ts'
import { deleteExpiredAddresses } from './deleted-address-store.ts'

const CODE_RETENTION_MS = 86_400_000

/** Background cleanup: deletes sign-in codes, sessions and hashes of deleted addresses that have expired. */
export async function cleanUpAccounts(db: Kysely<Tables>, now: number): Promise<void> {
  await new SignInStore(db).deleteExpired(now, CODE_RETENTION_MS)
  await deleteExpiredAddresses(db, now)
}
