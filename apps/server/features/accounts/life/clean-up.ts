import type { Database } from '../../../platform/storage/database.ts'
import { SignInStore } from '../sign-in/store.ts'
import { deleteExpiredAddresses } from './deleted-address-store.ts'

const CODE_RETENTION_MS = 86_400_000

/** Deletes expired sign-in codes, sessions and hashes of deleted addresses. Runs in the background. */
export async function cleanUpAccounts({ db }: Pick<Database, 'db'>, now: number): Promise<void> {
  await new SignInStore(db).deleteExpired(now, CODE_RETENTION_MS)
  await deleteExpiredAddresses(db, now)
}
