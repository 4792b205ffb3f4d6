import type { Kysely } from 'kysely'
import { incrementRevision } from '../../platform/storage/revisions.ts'
import type { Tables } from '../../platform/storage/tables.ts'

const HOUR_MS = 3_600_000

/**
 * Limits the number of signups per network within any period of one hour. The count is exact across all servers.
 * Attempts for an existing address count too. Otherwise, unlimited attempts could reveal which addresses have an
 * account.
 */
export class SignupLimit {
  private readonly db: Kysely<Tables>
  private readonly perHour: number

  constructor(db: Kysely<Tables>, perHour: number) {
    this.db = db
    this.perHour = perHour
  }

  /** Counts an attempt. Returns the time to wait if the network has used up its signups, otherwise undefined. */
  async count(
    network: string,
    now: number,
  ): Promise<{ readonly perHour: number; readonly waitMs: number } | undefined> {
    const { perHour } = this
    if (perHour === 0) return undefined
    return await this.db.transaction().execute(async (trx) => {
      await incrementRevision(trx, 'signups')
      await trx
        .deleteFrom('signup_attempts')
        .where('created_at', '<=', now - HOUR_MS)
        .execute()
      const attempts = await trx
        .selectFrom('signup_attempts')
        .select('created_at')
        .where('network', '=', network)
        .orderBy('created_at', 'desc')
        .limit(perHour)
        .execute()
      const oldest = attempts[perHour - 1]
      if (oldest) return { perHour, waitMs: oldest.created_at + HOUR_MS - now }
      await trx.insertInto('signup_attempts').values({ network, created_at: now }).execute()
      return undefined
    })
  }
}
