import { CompiledQuery, PostgresAdapter, sql, type Transaction } from 'kysely'
import type { PositionsTable, Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'

/**
 * The statements are handwritten, because building them value by value took longer than executing them. Each statement
 * has few shapes, so that databases can reuse prepared statements.
 */
const columns = [
  'asset',
  'time',
  'fix',
  'received_at',
  'latitude',
  'longitude',
  'speed',
  'heading',
  'battery',
  'altitude',
  'accuracy',
  'flag',
] as const satisfies readonly (keyof PositionsTable)[]

/** Number of rows per SQLite statement, which allows 32,766 values. The remaining rows are inserted one by one. */
const ROWS_PER_INSERT = 100

export async function insertPositions(trx: Transaction<Tables>, rows: readonly PositionsTable[]): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(trx)) {
    await sql`insert into positions (${sql.raw(columns.join(', '))})
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        asset integer, time bigint, fix bigint, received_at bigint, latitude double precision, longitude double precision,
        speed real, heading real, battery real, altitude real, accuracy real, flag smallint)`.execute(trx)
    return
  }
  let offset = 0
  for (; offset + ROWS_PER_INSERT <= rows.length; offset += ROWS_PER_INSERT)
    await insertRows(trx, INSERT_MANY_SQL, rows.slice(offset, offset + ROWS_PER_INSERT))
  for (; offset < rows.length; offset++) await insertRows(trx, INSERT_ONE_SQL, rows.slice(offset, offset + 1))
}

const ROW_PLACEHOLDERS = `(${columns.map(() => '?').join(', ')})`
const toInsertSql = (rows: number) =>
  `insert into positions (${columns.join(', ')}) values ${Array<string>(rows).fill(ROW_PLACEHOLDERS).join(', ')}`
const INSERT_ONE_SQL = toInsertSql(1)
const INSERT_MANY_SQL = toInsertSql(ROWS_PER_INSERT)

async function insertRows(trx: Transaction<Tables>, statement: string, rows: readonly PositionsTable[]): Promise<void> {
  const values: unknown[] = []
  for (const row of rows) for (const column of columns) values.push(row[column])
  await trx.executeQuery(CompiledQuery.raw(statement, values))
}

/** Writes the asset changes caused by positions. */
export async function updateStates(trx: Transaction<Tables>, assets: readonly Asset[]): Promise<void> {
  if (assets.length === 0) return
  if (isPostgres(trx)) {
    const rows = assets.map(({ number, state, fixes, changed, mmsi = null, watch, watchAtMs = null }) => {
      return { number, state: toJson(state), fixes, changed, mmsi, watch: toJson(watch), watch_at: watchAtMs }
    })
    await sql`update assets set state = given.state, fixes = given.fixes, changed = given.changed, mmsi = given.mmsi,
        watch = given.watch, watch_at = given.watch_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as given
        (number integer, state text, fixes bigint, changed bigint, mmsi integer, watch text, watch_at bigint)
      where assets.number = given.number`.execute(trx)
    return
  }
  for (const { number, state, fixes, changed, mmsi = null, watch, watchAtMs = null } of assets) {
    const values = [toJson(state), fixes, changed, mmsi, toJson(watch), watchAtMs, number]
    await trx.executeQuery(CompiledQuery.raw(UPDATE_STATE_SQL, values))
  }
}

const UPDATE_STATE_SQL =
  'update assets set state = ?, fixes = ?, changed = ?, mmsi = ?, watch = ?, watch_at = ? where number = ?'

function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}

function isPostgres(trx: Transaction<Tables>): boolean {
  return trx.getExecutor().adapter instanceof PostgresAdapter
}
