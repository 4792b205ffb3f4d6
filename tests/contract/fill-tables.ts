import { type ColumnMetadata, type Kysely, sql } from 'kysely'
import type { AccountTable } from '../../apps/server/features/accounts/account-tables.ts'
import type { Tables } from '../../apps/server/platform/storage/tables.ts'

/** Lists the tables of the database that have an `account` column. */
export async function listAccountTables(db: Kysely<Tables>): Promise<AccountTable[]> {
  const tables = await db.introspection.getTables()
  return tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'account'))
    .map(({ name }) => name as AccountTable)
}

/** Inserts one row of the account into each of the given tables, with a value in every required column. */
export async function fillTables(db: Kysely<Tables>, account: number, tables: readonly AccountTable[]): Promise<void> {
  const columnsOf = new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]))
  for (const table of tables) {
    const columns = columnsOf.get(table) ?? []
    const row = Object.fromEntries(
      columns.filter(isRequired).map((column) => [column.name, toValue(column, `${table} ${account}`)]),
    )
    const cells = Object.entries({ ...row, account })
    const names = sql.join(cells.map(([name]) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${names}) values (${sql.join(cells.map(([, value]) => value))})`.execute(
      db,
    )
  }
}

function isRequired({ isNullable, hasDefaultValue, isAutoIncrementing }: ColumnMetadata): boolean {
  return !isNullable && !hasDefaultValue && !isAutoIncrementing
}

function toValue({ dataType }: ColumnMetadata, text: string): unknown {
  if (/int|real|double/i.test(dataType)) return 1
  return /blob|bytea/i.test(dataType) ? Buffer.from(text) : text
}
