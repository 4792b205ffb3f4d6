import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/storage/tables.ts'

/** Duration of a lease in milliseconds. An export whose process was killed blocks the next export for this time. */
const LEASE_MS = 60_000

/** Allows one export per account at a time, on all threads and servers. */
export class ExportLeases {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Takes the lease of an account, unless another export holds it. Returns the end of the lease in either case. */
  async take(account: number, now: number): Promise<{ readonly isTaken: boolean; readonly until: number }> {
    const untilMs = now + LEASE_MS
    const row = await this.db
      .insertInto('revisions')
      .values({ name: toName(account), value: untilMs })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ value: untilMs }).where('revisions.value', '<=', now),
      )
      .returning('value')
      .executeTakeFirst()
    if (row) return { isTaken: true, until: untilMs }
    const running = await this.db
      .selectFrom('revisions')
      .select('value')
      .where('name', '=', toName(account))
      .executeTakeFirst()
    return { isTaken: false, until: running?.value ?? now }
  }

  /** Yields the data of an export, renews its lease while the data is read, and releases the lease at the end. */
  async *hold(
    account: number,
    untilMs: number,
    document: AsyncIterable<string>,
    now: () => number,
  ): AsyncGenerator<string> {
    let end = untilMs
    try {
      for await (const part of document) {
        if (end - now() < LEASE_MS / 2) end = await this.renew(account, end, now() + LEASE_MS)
        yield part
      }
    } finally {
      await this.db.deleteFrom('revisions').where('name', '=', toName(account)).where('value', '=', end).execute()
    }
  }

  private async renew(account: number, from: number, to: number): Promise<number> {
    const { numUpdatedRows } = await this.db
      .updateTable('revisions')
      .set({ value: to })
      .where('name', '=', toName(account))
      .where('value', '=', from)
      .executeTakeFirst()
    return numUpdatedRows === 1n ? to : from
  }
}

function toName(account: number): string {
  return `export:${account}`
}
