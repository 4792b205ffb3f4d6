import { type Kysely, sql, type Transaction } from 'kysely'
import { type Day, type Month, toMonth } from '../clock.ts'
import type { Tables } from '../storage/tables.ts'
import type { UsageLine } from './tally.ts'

export interface MonthTotal {
  readonly account: number
  readonly month: Month
  readonly units: number
}

/** Usage lines that a writer submits together, with an increasing batch number. */
export interface UsageBatch {
  readonly writer: string
  readonly batchNumber: number
  readonly lines: readonly UsageLine[]
}

/**
 * Called inside the write transaction with the increased monthly totals, so that follow-up actions are never lost. The
 * totals arrive in chunks.
 */
export type OnMonthTotals = (trx: Transaction<Tables>, months: readonly MonthTotal[]) => Promise<void>

/** Maximum number of rows per statement, which keeps the number of parameters well below the database limits. */
const ROWS_PER_INSERT = 500

export class UsageStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** Writes all lines or none, exactly once. Sending the same batch again after a lost reply has no effect. */
  async writeBatch({ writer, batchNumber, lines }: UsageBatch, onMonthsGrown?: OnMonthTotals): Promise<void> {
    await this.db.transaction().execute(async (trx) => {
      const insertedRevision = await trx
        .insertInto('revisions')
        .values({ name: writer, value: batchNumber })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({ value: batchNumber }).where('revisions.value', '<', batchNumber),
        )
        .returning('value')
        .executeTakeFirst()
      if (insertedRevision) await writeLines(trx, lines, onMonthsGrown)
    })
  }

  async deleteWriter(writer: string): Promise<void> {
    await this.db.deleteFrom('revisions').where('name', '=', writer).execute()
  }

  /** Returns the written units of an account in a month. */
  async loadUsedUnits(account: number, month: Month): Promise<number> {
    const row = await this.db
      .selectFrom('usage_months')
      .select('units')
      .where('account', '=', account)
      .where('month', '=', month)
      .executeTakeFirst()
    return row?.units ?? 0
  }

  /** Lists the usage of an account since the given day, by day and operation. */
  listSince(account: number, day: Day): Promise<UsageLine[]> {
    return this.db
      .selectFrom('usage')
      .selectAll()
      .where('account', '=', account)
      .where('day', '>=', day)
      .orderBy('day')
      .orderBy('operation')
      .execute()
  }
}

async function writeLines(
  trx: Transaction<Tables>,
  lines: readonly UsageLine[],
  onMonthsGrown?: OnMonthTotals,
): Promise<void> {
  const rows = toRows(lines)
  for (const chunk of splitIntoChunks(rows)) {
    await trx
      .insertInto('usage')
      .values([...chunk])
      .onConflict((conflict) =>
        conflict.columns(['account', 'day', 'operation']).doUpdateSet({
          calls: sql`usage.calls + excluded.calls`,
          units: sql`usage.units + excluded.units`,
        }),
      )
      .execute()
  }
  for (const chunk of splitIntoChunks(computeMonthTotals(rows))) {
    const updatedTotals = await trx
      .insertInto('usage_months')
      .values([...chunk])
      .onConflict((conflict) =>
        conflict.columns(['account', 'month']).doUpdateSet({ units: sql`usage_months.units + excluded.units` }),
      )
      .returningAll()
      .execute()
    await onMonthsGrown?.(trx, updatedTotals)
  }
}

/**
 * Merges the usage lines that belong to the same database row, and sorts the lines in the same order on all servers.
 * PostgreSQL rejects a statement that updates a row twice, and servers that lock rows in different orders deadlock.
 */
function toRows(lines: readonly UsageLine[]): UsageLine[] {
  const rows = new Map<string, UsageLine>()
  for (const line of lines) {
    const key = `${line.account} ${line.day} ${line.operation}`
    const { calls, units } = rows.get(key) ?? { calls: 0, units: 0 }
    rows.set(key, { ...line, calls: line.calls + calls, units: line.units + units })
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows.values()].sort(
    (a, b) => a.account - b.account || compare(a.day, b.day) || compare(a.operation, b.operation),
  )
}

function computeMonthTotals(lines: readonly UsageLine[]): MonthTotal[] {
  const totals = new Map<string, MonthTotal>()
  for (const { account, day, units } of lines) {
    if (units === 0) continue
    const month = toMonth(day)
    const key = `${account} ${month}`
    totals.set(key, { account, month, units: units + (totals.get(key)?.units ?? 0) })
  }
  return [...totals.values()]
}

function* splitIntoChunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT) yield items.slice(start, start + ROWS_PER_INSERT)
}
