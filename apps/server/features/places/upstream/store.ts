import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** Stores the answers of the upstream geocoder for all threads and servers. */
export class GeocoderStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async find(key: string, now: number): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('geocoder_answers')
      .select('answer')
      .where('key', '=', key)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row?.answer
  }

  async save(key: string, replyText: string, expiresAt: number): Promise<void> {
    await this.db
      .insertInto('geocoder_answers')
      .values({ key, answer: replyText, expires_at: expiresAt })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ answer: replyText, expires_at: expiresAt }))
      .execute()
  }

  /** Deletes expired rows. If more than `maxRows` remain, also deletes the rows that expire next. */
  async trim(now: number, maxRows: number): Promise<void> {
    await this.db.deleteFrom('geocoder_answers').where('expires_at', '<=', now).execute()
    const oldest = await this.db
      .selectFrom('geocoder_answers')
      .select('expires_at')
      .orderBy('expires_at', 'desc')
      .offset(maxRows)
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return
    await this.db.deleteFrom('geocoder_answers').where('expires_at', '<=', oldest.expires_at).execute()
  }
}
