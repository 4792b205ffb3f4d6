import { type Kysely, sql, type Transaction } from 'kysely'
import { incrementRevision } from '../../../platform/storage/revisions.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { AuditEvent } from '../audit/audit.ts'
import { writeAudit } from '../audit/audit-store.ts'
import { lockAccount } from '../transaction-store.ts'

export interface NewSignInCode {
  readonly id: string
  readonly email: string
  readonly account: number | null
  readonly codeHash: string
  readonly createdAt: number
  readonly expiresAt: number
  /** Network that requests the code. */
  readonly network: string
}

/** Maximum number of codes for one address, per network and in total. */
export interface CodeLimits {
  readonly perNetwork: number
  readonly perAddress: number
}

/** Limit that is reached, and the creation time of the oldest code that counts toward it. */
export interface ExceededCodeLimit {
  readonly scope: 'network' | 'address'
  readonly oldestAt: number
}

export interface StoredSession {
  readonly account: number
  /** Time of the sign-in, in milliseconds. */
  readonly startedAt: number
}

export type CodeCheck =
  | { readonly kind: 'right'; readonly email: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'ended' }

export class SignInStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /**
   * Stores a code, unless too many codes for the same address have been requested since `sinceMs`, either from the same
   * network or in total. Requests lock one row, so the counts are exact under concurrency. The limit in total does not
   * apply to networks from which the owner has signed in, so that strangers cannot prevent the next sign-in.
   */
  async insertCode(code: NewSignInCode, sinceMs: number, limits: CodeLimits): Promise<ExceededCodeLimit | undefined> {
    return await this.db.transaction().execute(async (trx) => {
      await incrementRevision(trx, 'sign-in')
      const recentCodes = await trx
        .selectFrom('sign_in_codes')
        .select(['created_at', 'network'])
        .where('email', '=', code.email)
        .where('created_at', '>', sinceMs)
        .orderBy('created_at')
        .execute()
      const networkCodes = recentCodes.filter(({ network }) => network === code.network)
      const oldestOfNetwork = networkCodes[networkCodes.length - limits.perNetwork]
      if (oldestOfNetwork) return { scope: 'network', oldestAt: oldestOfNetwork.created_at }
      const oldest = recentCodes[recentCodes.length - limits.perAddress]
      if (oldest && !(await hasSignedInFrom(trx, code))) return { scope: 'address', oldestAt: oldest.created_at }
      await trx
        .insertInto('sign_in_codes')
        .values({
          id: code.id,
          email: code.email,
          account: code.account,
          code_hash: code.codeHash,
          created_at: code.createdAt,
          expires_at: code.expiresAt,
          tries: 0,
          used_at: null,
          network: code.network,
        })
        .execute()
      return undefined
    })
  }

  /**
   * Checks an entered code. The attempt is counted before the code is compared, and only one of several concurrent
   * requests can use a code.
   */
  async checkCode(id: string, codeHash: string, now: number, maxTries: number): Promise<CodeCheck> {
    const codeRow = await this.db
      .updateTable('sign_in_codes')
      .set({ tries: sql`tries + 1` })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', maxTries)
      .returning(['tries', 'code_hash', 'email'])
      .executeTakeFirst()
    if (!codeRow) return { kind: 'ended' }
    if (codeRow.code_hash !== codeHash) {
      const triesLeft = maxTries - codeRow.tries
      return triesLeft > 0 ? { kind: 'wrong', triesLeft } : { kind: 'ended' }
    }
    const { numUpdatedRows } = await this.db
      .updateTable('sign_in_codes')
      .set({ used_at: now })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? { kind: 'right', email: codeRow.email } : { kind: 'ended' }
  }

  /** Stores a session. Returns false if the account was deleted. */
  async insertSession(
    session: { readonly hash: string; readonly account: number; readonly expiresAt: number },
    event: AuditEvent,
  ): Promise<boolean> {
    const { hash, account, expiresAt } = session
    return await this.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(trx, account))) return false
      const row = { hash, account, created_at: event.at, expires_at: expiresAt }
      await trx.insertInto('sessions').values(row).execute()
      await writeAudit(trx, account, event)
      return true
    })
  }
  async findSession(hash: string, now: number): Promise<StoredSession | undefined> {
    const row = await this.db
      .selectFrom('sessions')
      .select(['account', 'created_at'])
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row && { account: row.account, startedAt: row.created_at }
  }
  /** Lists the active sessions of an account, without data that identifies their cookies. */
  async listSessions(
    account: number,
    now: number,
  ): Promise<{ readonly startedAt: number; readonly expiresAt: number }[]> {
    const rows = await this.db
      .selectFrom('sessions')
      .select(['created_at', 'expires_at'])
      .where('account', '=', account)
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .execute()
    return rows.map(({ created_at, expires_at }) => ({ startedAt: created_at, expiresAt: expires_at }))
  }
  async deleteSession(hash: string, event: AuditEvent): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      const row = await trx.deleteFrom('sessions').where('hash', '=', hash).returning('account').executeTakeFirst()
      if (row) await writeAudit(trx, row.account, event)
    })
  }

  /** Ends all sessions of an account and invalidates its unused codes. Returns the number of ended sessions. */
  async deleteSessions(account: number, event: AuditEvent): Promise<number> {
    return await this.db.transaction().execute(async (trx) => {
      if (!(await lockAccount(trx, account))) return 0
      const { numDeletedRows } = await trx.deleteFrom('sessions').where('account', '=', account).executeTakeFirst()
      await trx
        .updateTable('sign_in_codes')
        .set({ expires_at: event.at })
        .where('account', '=', account)
        .where('expires_at', '>', event.at)
        .execute()
      const count = Number(numDeletedRows)
      await writeAudit(trx, account, { ...event, details: { sessions: count } })
      return count
    })
  }

  /** Deletes codes and sessions that can no longer be used. */
  async deleteExpired(now: number, keepCodesMs: number): Promise<void> {
    await this.db
      .deleteFrom('sign_in_codes')
      .where('created_at', '<', now - keepCodesMs)
      .execute()
    await this.db.deleteFrom('sessions').where('expires_at', '<', now).execute()
  }
}

async function hasSignedInFrom(trx: Transaction<Tables>, { account, network }: NewSignInCode): Promise<boolean> {
  if (account === null) return false
  const entry = await trx
    .selectFrom('audit_log')
    .select('number')
    .where('account', '=', account)
    .where('action', '=', 'session.started')
    .where('network', '=', network)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
