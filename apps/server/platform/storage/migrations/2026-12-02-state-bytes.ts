import { decodeState } from '@fairway/tracking'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const ROWS_PER_READ = 1000

interface StateRow {
  readonly number: number
  readonly state: string | Uint8Array
}

/**
 * Marks databases in which SQLite stores the states of assets as bytes. The tables stay the same, because JSON is still
 * read. Older versions read only JSON.
 */
export const stateBytesMigration: Migration = {
  async up() {},

  async down(db: Kysely<unknown>) {
    for (let last = 0; ; ) {
      const { rows } = await sql<StateRow>`
        select number, state from assets where number > ${last} and state is not null
        order by number limit ${ROWS_PER_READ}`.execute(db)
      for (const { number, state } of rows) {
        last = number
        if (typeof state === 'string') continue
        await sql`update assets set state = ${JSON.stringify(decodeState(state))} where number = ${number}`.execute(db)
      }
      if (rows.length < ROWS_PER_READ) return
    }
  },
}
