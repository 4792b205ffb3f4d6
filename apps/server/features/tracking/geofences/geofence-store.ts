import { randomBytes } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { fail, ok, type Result } from '../../../platform/result.ts'
import type { Tables } from '../../../platform/storage/tables.ts'
import { changeRules } from '../events/rules-store.ts'
import type { GeofenceFailure } from './failures.ts'
import { type Geofence, type GeofenceDefinition, isGeofenceId, toGeofence } from './geofence.ts'
import { MAX_ACCOUNT_CORNERS, MAX_GEOFENCES } from './limits.ts'

interface StoredFields {
  readonly name: string
  readonly definition: GeofenceDefinition
  readonly corners: number
}

/** Stores geofences in the database. An account can access only its own geofences. */
export class GeofenceStore {
  private readonly db: Kysely<Tables>
  constructor(db: Kysely<Tables>) {
    this.db = db
  }

  async create(account: number, fields: StoredFields, nowMs: number): Promise<Result<Geofence, GeofenceFailure>> {
    return await changeRules(this.db, account, async (trx) => {
      const room = await checkRoom(trx, account, fields.corners, undefined)
      if (!room.ok) return room
      const row = await trx
        .insertInto('geofences')
        .values({
          id: `gf_${randomBytes(12).toString('base64url')}`,
          account,
          name: fields.name,
          corners: fields.corners,
          definition: JSON.stringify(fields.definition),
          created_at: nowMs,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return ok(toGeofence(row))
    })
  }

  async find(account: number, id: string): Promise<Geofence | undefined> {
    if (!isGeofenceId(id)) return undefined
    const row = await this.db
      .selectFrom('geofences')
      .selectAll()
      .where('id', '=', id)
      .where('account', '=', account)
      .executeTakeFirst()
    return row && toGeofence(row)
  }

  /** Lists geofences after the given number, in order of creation. */
  async list(account: number, afterNumber: number, limit: number): Promise<Geofence[]> {
    const rows = await this.db
      .selectFrom('geofences')
      .selectAll()
      .where('account', '=', account)
      .where('number', '>', afterNumber)
      .orderBy('number')
      .limit(limit)
      .execute()
    return rows.map(toGeofence)
  }

  async update(account: number, id: string, fields: StoredFields): Promise<Result<Geofence, GeofenceFailure>> {
    return await changeRules(this.db, account, async (trx) => {
      const room = await checkRoom(trx, account, fields.corners, id)
      if (!room.ok) return room
      const row = await trx
        .updateTable('geofences')
        .set({ name: fields.name, corners: fields.corners, definition: JSON.stringify(fields.definition) })
        .where('id', '=', id)
        .where('account', '=', account)
        .returningAll()
        .executeTakeFirst()
      return row ? ok(toGeofence(row)) : fail({ kind: 'geofence-not-found', id })
    })
  }

  async remove(account: number, id: string): Promise<boolean> {
    if (!isGeofenceId(id)) return false
    return await changeRules(this.db, account, async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('geofences')
        .where('id', '=', id)
        .where('account', '=', account)
        .executeTakeFirst()
      return numDeletedRows > 0n
    })
  }
}

/** Checks whether the account may add the given number of corners, in a new or a changed geofence. */
async function checkRoom(
  trx: Transaction<Tables>,
  account: number,
  cornerCount: number,
  replacedId: string | undefined,
): Promise<Result<undefined, GeofenceFailure>> {
  let query = trx
    .selectFrom('geofences')
    .select((select) => [select.fn.countAll<number>().as('count'), select.fn.sum<number | null>('corners').as('sum')])
    .where('account', '=', account)
  if (replacedId !== undefined) query = query.where('id', '<>', replacedId)
  const { count, sum } = await query.executeTakeFirstOrThrow()
  if (replacedId === undefined && Number(count) >= MAX_GEOFENCES) {
    return fail({ kind: 'too-many-geofences', max: MAX_GEOFENCES })
  }
  const usedCornerCount = Number(sum ?? 0)
  return usedCornerCount + cornerCount > MAX_ACCOUNT_CORNERS
    ? fail({ kind: 'too-many-account-corners', used: usedCornerCount, given: cornerCount, max: MAX_ACCOUNT_CORNERS })
    : ok(undefined)
}
