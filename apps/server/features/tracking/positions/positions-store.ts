import { CompiledQuery, sql, type Transaction } from 'kysely'
import { isPostgres } from '../../../platform/storage/kinds.ts'
import type { PositionsTable } from '../../../platform/storage/tables/assets.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import type { Asset } from '../assets/asset.ts'

/**
 * The statements are handwritten, because building them value by value would take longer than executing them. Each
 * statement has few shapes, so that databases can reuse prepared statements.
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

/**
 * Numbers of rows per SQLite statement, largest first. A statement may have 32,766 values. There is one prepared
 * statement for each number, and the remaining rows take one statement each.
 */
const STATEMENT_ROWS = [100, 10, 1] as const

export async function insertPositions(trx: Transaction<Tables>, rows: readonly PositionsTable[]): Promise<void> {
  if (rows.length === 0) return
  if (isPostgres(trx)) {
    await sql`insert into positions (${sql.raw(columns.join(', '))})
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as given (
        asset integer, time bigint, fix bigint, received_at bigint, latitude double precision, longitude double precision,
        speed real, heading real, battery real, altitude real, accuracy real, flag smallint)`.execute(trx)
    return
  }
  await executeInParts(trx, INSERT_STATEMENTS, rows, (row, values) => {
    for (const column of columns) values.push(row[column])
  })
}

const toPlaceholders = (rows: number, values: number) =>
  Array<string>(rows)
    .fill(`(${Array<string>(values).fill('?').join(', ')})`)
    .join(', ')
const INSERT_STATEMENTS = STATEMENT_ROWS.map(
  (rows) => `insert into positions (${columns.join(', ')}) values ${toPlaceholders(rows, columns.length)}`,
)

/** Writes the rows with the largest statements that they fill. The statements are in the order of `STATEMENT_ROWS`. */
async function executeInParts<T>(
  trx: Transaction<Tables>,
  statements: readonly string[],
  rows: readonly T[],
  addValues: (row: T, values: unknown[]) => void,
): Promise<void> {
  let offset = 0
  for (const [statementIndex, size] of STATEMENT_ROWS.entries()) {
    for (; offset + size <= rows.length; offset += size) {
      const values: unknown[] = []
      for (const row of rows.slice(offset, offset + size)) addValues(row, values)
      await trx.executeQuery(CompiledQuery.raw(statements[statementIndex] ?? '', values))
    }
  }
}

/** Asset to write, with its encoded state. */
export interface EncodedAsset {
  readonly asset: Asset
  readonly stateBytes: Uint8Array | undefined
}

/** Writes the asset changes caused by positions. */
export async function updateStates(trx: Transaction<Tables>, assets: readonly EncodedAsset[]): Promise<void> {
  if (assets.length === 0) return
  if (isPostgres(trx)) {
    const rows = assets.map(({ asset: { number, state, fixes, changed, mmsi = null, watch, watchAtMs = null } }) => {
      return { number, state: toJson(state), fixes, changed, mmsi, watch: toJson(watch), watch_at: watchAtMs }
    })
    await sql`update assets set state = given.state, fixes = given.fixes, changed = given.changed, mmsi = given.mmsi,
        watch = given.watch, watch_at = given.watch_at
      from json_to_recordset(${JSON.stringify(rows)}::json) as given
        (number integer, state text, fixes bigint, changed bigint, mmsi integer, watch text, watch_at bigint)
      where assets.number = given.number`.execute(trx)
    return
  }
  await executeInParts(trx, UPDATE_STATEMENTS, assets, ({ asset, stateBytes = null }, values) => {
    const { number, fixes, changed, mmsi = null, watch, watchAtMs = null } = asset
    values.push(number, stateBytes, fixes, changed, mmsi, toJson(watch), watchAtMs)
  })
}

/** An asset occurs at most once per statement, because SQLite would use only one of its rows. */
const UPDATE_STATEMENTS = STATEMENT_ROWS.map(
  (rows) => `with given (number, state, fixes, changed, mmsi, watch, watch_at) as (values ${toPlaceholders(rows, 7)})
    update assets set state = given.state, fixes = given.fixes, changed = given.changed, mmsi = given.mmsi,
      watch = given.watch, watch_at = given.watch_at
    from given where assets.number = given.number`,
)

function toJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
