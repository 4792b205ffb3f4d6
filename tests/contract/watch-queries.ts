import type { Kysely, KyselyPlugin, QueryResult, RootOperationNode, UnknownRow } from 'kysely'
import type { Tables } from '../../apps/server/platform/storage/tables.ts'

interface QueryWatch {
  /** Called before each query with its syntax tree as JSON. If the function throws, the query fails. */
  readonly before?: (node: string) => void
  /** Called with the result of each successful query. */
  readonly after?: (result: QueryResult<UnknownRow>) => void
}

/** Returns the same database with hooks around every query. */
export function watchQueries(db: Kysely<Tables>, { before, after }: QueryWatch): Kysely<Tables> {
  const plugin: KyselyPlugin = {
    transformQuery({ node }): RootOperationNode {
      before?.(JSON.stringify(node))
      return node
    },
    async transformResult({ result }): Promise<QueryResult<UnknownRow>> {
      after?.(result)
      return result
    },
  }
  return db.withPlugin(plugin)
}

/** Counts the turns of the event loop in which timers and requests can run. */
export function countTurns(): { readonly count: () => number; readonly stop: () => void } {
  let turns = 0
  let isStopped = false
  const turn = (): void => {
    turns++
    if (!isStopped) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    count: () => turns,
    stop: () => {
      isStopped = true
    },
  }
}

/** Adds an asset with positions, several of which have the same time. Returns the number of the asset. */
export async function addTrack(db: Kysely<Tables>, account: number, positions: number): Promise<number> {
  const fields = { account, name: 'Van', kind: 'vehicle', category: 'civil', created_at: 0 } as const
  const empty = { reference: null, profile: null, state: null }
  const { number: asset } = await db
    .insertInto('assets')
    .values({ id: `as_${account}_${positions}_${Math.random()}`, ...fields, ...empty })
    .returning('number')
    .executeTakeFirstOrThrow()
  const rest = { speed: null, heading: null, battery: null, altitude: null, accuracy: null, flag: 0 }
  for (let first = 1; first <= positions; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, positions - first + 1) }, (_, index) => {
      const fix = first + index
      return { asset, time: Math.floor(fix / 7) * 1000, fix, received_at: fix, latitude: 48, longitude: 11, ...rest }
    })
    await db.insertInto('positions').values(rows).execute()
  }
  return asset
}
