import { type Kysely, sql, type Transaction } from 'kysely'
import { type Day, type Month, monthOf } from '../clock.ts'
import type { Tables } from '../storage/tables.ts'
import type { UsageLine } from './tally.ts'

export interface MonthTotal {
  readonly account: number
  readonly month: Month
  readonly units: number
}

/** Called inside the writing transaction with the months that grew, so that what follows from them is never lost. */
export type OnMonthsGrown = (trx: Transaction<Tables>, months: readonly MonthTotal[]) => Promise<void>

/** Parameters in one statement stay well below the databases' limits. */
const CHUNK = 500

export class UsageStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  /** All lines or none. */
  async write(lines: readonly UsageLine[], onMonthsGrown?: OnMonthsGrown): Promise<void> {
    if (lines.length === 0) return
    const months = monthTotals(lines)
    await this.db.transaction().execute(async (trx) => {
      for (const chunk of chunks(lines)) {
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
      const grown: MonthTotal[] = []
      for (const chunk of chunks(months)) {
        const rows = await trx
          .insertInto('usage_months')
          .values([...chunk])
          .onConflict((conflict) =>
            conflict.columns(['account', 'month']).doUpdateSet({ units: sql`usage_months.units + excluded.units` }),
          )
          .returningAll()
          .execute()
        grown.push(...rows)
      }
      if (grown.length > 0) await onMonthsGrown?.(trx, grown)
    })
  }

  /** Units an account has used in a month, as far as they are written. */
  async loadUsed(account: number, month: Month): Promise<number> {
    const row = await this.db
      .selectFrom('usage_months')
      .select('units')
      .where('account', '=', account)
      .where('month', '=', month)
      .executeTakeFirst()
    return row?.units ?? 0
  }

  /** Lines of an account from a day on, by day and operation. */
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

function monthTotals(lines: readonly UsageLine[]): MonthTotal[] {
  const totals = new Map<string, MonthTotal>()
  for (const { account, day, units } of lines) {
    if (units === 0) continue
    const month = monthOf(day)
    const key = `${account} ${month}`
    totals.set(key, { account, month, units: units + (totals.get(key)?.units ?? 0) })
  }
  return [...totals.values()]
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK)
}
