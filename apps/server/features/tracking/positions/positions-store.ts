import { CompiledQuery, PostgresAdapter, sql, type Transaction } from 'kysely'
import type { PositionsTable, Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'

/**
 * Handwritten because building these statements value by value took longer than executing them. Each has few shapes, so
 * that the databases can reuse prepared statements.
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

/** Rows per SQLite statement, which allows 32,766 values. The remaining rows are inserted one by one. */
const CHUNK = 100

export async function insertPositions(trx: Transaction<Tables>, rows: readonly PositionsTable[]): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(trx)) {
    await sql`insert into positions (${sql.raw(columns.join(', '))})
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        asset integer, time bigint, fix bigint, received_at bigint, latitude double precision, longitude double precision,
        speed real, heading real, battery real, altitude real, accuracy real, flag smallint)`.execute(trx)
    return
  }
  let at = 0
  for (; at + CHUNK <= rows.length; at += CHUNK) await insert(trx, insertMany, rows.slice(at, at + CHUNK))
  for (; at < rows.length; at++) await insert(trx, insertOne, rows.slice(at, at + 1))
}

const rowText = `(${columns.map(() => '?').join(', ')})`
const insertText = (rows: number) =>
  `insert into positions (${columns.join(', ')}) values ${Array<string>(rows).fill(rowText).join(', ')}`
const insertOne = insertText(1)
const insertMany = insertText(CHUNK)

async function insert(trx: Transaction<Tables>, text: string, rows: readonly PositionsTable[]): Promise<void> {
  const values: unknown[] = []
  for (const row of rows) for (const column of columns) values.push(row[column])
  await trx.executeQuery(CompiledQuery.raw(text, values))
}

/** Writes the asset changes caused by positions. */
export async function updateStates(trx: Transaction<Tables>, assets: readonly Asset[]): Promise<void> {
  if (assets.length === 0) return
  if (isPostgres(trx)) {
    const rows = assets.map(({ number, state, fixes, changed, mmsi = null }) => {
      return { number, state: textOf(state), fixes, changed, mmsi }
    })
    await sql`update assets set state = given.state, fixes = given.fixes, changed = given.changed, mmsi = given.mmsi
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as given (number integer, state text, fixes bigint, changed bigint, mmsi integer)
      where assets.number = given.number`.execute(trx)
    return
  }
  for (const { number, state, fixes, changed, mmsi = null } of assets) {
    await trx.executeQuery(CompiledQuery.raw(updateOne, [textOf(state), fixes, changed, mmsi, number]))
  }
}

const updateOne = 'update assets set state = ?, fixes = ?, changed = ?, mmsi = ? where number = ?'

function textOf(state: Asset['state']): string | null {
  return state === undefined ? null : JSON.stringify(state)
}

function isPostgres(trx: Transaction<Tables>): boolean {
  return trx.getExecutor().adapter instanceof PostgresAdapter
}
