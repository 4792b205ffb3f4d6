import { createHash, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** Stop that a share link shows. */
export interface SharedStop {
  readonly account: number
  readonly asset: string
  readonly solution: string
  readonly stop: number
  readonly expiresAtMs: number
}

export interface CreatedLink {
  readonly id: string
  readonly token: string
}

export interface ListedLink extends Omit<SharedStop, 'account'> {
  readonly id: string
  readonly createdAtMs: number
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Stores share links. Only the hash of a token is stored, so the database content gives no access. */
export class ShareStore {
  private readonly db: Kysely<Tables>

  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async add({ account, asset, solution, stop, expiresAtMs }: SharedStop, nowMs: number): Promise<CreatedLink> {
    const id = `sh_${randomBytes(12).toString('base64url')}`
    const token = randomBytes(18).toString('base64url')
    await this.db
      .insertInto('share_links')
      .values({
        token_hash: hashToken(token),
        id,
        account,
        asset,
        solution,
        stop,
        created_at: nowMs,
        expires_at: expiresAtMs,
      })
      .execute()
    return { id, token }
  }

  /** Finds the stop of a token. Returns undefined if the link does not exist, was revoked, or has expired. */
  async find(token: string, nowMs: number): Promise<SharedStop | undefined> {
    if (!/^[\w-]{24}$/.test(token)) return undefined
    const row = await this.db
      .selectFrom('share_links')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', nowMs)
      .executeTakeFirst()
    if (!row) return undefined
    const { account, asset, solution, stop, expires_at: expiresAtMs } = row
    return { account, asset, solution, stop, expiresAtMs }
  }

  /** Removes a link. Returns whether the account had the link. */
  async remove(account: number, id: string): Promise<boolean> {
    if (!/^sh_[\w-]{16}$/.test(id)) return false
    const { numDeletedRows } = await this.db
      .deleteFrom('share_links')
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  /** Lists links in the order of their ids, after the given id. */
  async list(account: number, after: string, limit: number): Promise<ListedLink[]> {
    const rows = await this.db
      .selectFrom('share_links')
      .selectAll()
      .where('account', '=', account)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id, asset, solution, stop, created_at: createdAtMs, expires_at: expiresAtMs }) => {
      return { id, asset, solution, stop, createdAtMs, expiresAtMs }
    })
  }

  /** Returns the number of valid links of an asset. */
  async count(account: number, asset: string, nowMs: number): Promise<number> {
    const { count } = await this.db
      .selectFrom('share_links')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('account', '=', account)
      .where('asset', '=', asset)
      .where('expires_at', '>', nowMs)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
}
