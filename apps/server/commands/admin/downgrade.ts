import { type Command, Option } from 'commander'
import type { Database } from '../../platform/storage/kinds.ts'
import { migrateBack, type OlderRelease, olderReleases } from '../../platform/storage/migrate.ts'
import { hasOtherUsers } from '../../platform/storage/other-users.ts'
import type { Tables } from '../../platform/storage/tables.ts'
import { type CommonOptions, print, readConfig, withDatabase, withJson } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'

interface DowngradeOptions extends CommonOptions {
  readonly to: OlderRelease
  readonly yes?: boolean
}

/** Data of the current release that no older release knows. */
const newTables = {
  geofences: 'geofences',
  events: 'events',
  webhooks: 'webhooks',
  solutions: 'optimizer solutions',
  share_links: 'links for recipients',
  jobs: 'jobs',
  audit_log: 'entries of the audit log',
} as const satisfies Partial<Record<keyof Tables, string>>

export function registerDowngradeCommand(admin: Command): void {
  withJson(admin.command('downgrade'))
    .description('convert the database back to the tables of an older version; stop all servers first')
    .addOption(new Option('--to <version>', 'version to return to').choices(olderReleases).makeOptionMandatory())
    .option('--yes', 'confirm the downgrade; without this option, nothing is changed')
    .action((options: DowngradeOptions) =>
      withDatabase(readConfig(options), false, async (database) => {
        if (await hasOtherUsers(database))
          throw new CommandError(exitCodes.refused, 'a server is using the database; stop all servers first')
        const lostRows = await countLostRows(database)
        if (!options.yes) throw new CommandError(exitCodes.refused, describeLoss(options.to, lostRows))
        await migrateBack(database, options.to)
        const text = `The database has the tables of version ${options.to}. Install that version before you start the server, because this version upgrades the tables again.`
        print(options, { version: options.to, deleted: lostRows }, text)
      }),
    )
}

type LostRows = Partial<Record<keyof typeof newTables | 'restricted_keys', number>>

async function countLostRows({ db }: Database): Promise<LostRows> {
  const lostRows: LostRows = {}
  const countAll = db.fn.countAll<number>().as('count')
  for (const table of Object.keys(newTables) as (keyof typeof newTables)[]) {
    const { count } = await db.selectFrom(table).select(countAll).executeTakeFirstOrThrow()
    if (count > 0) lostRows[table] = count
  }
  const restrictedKeys = db.selectFrom('keys').where('scopes', 'is not', null).where('revoked_at', 'is', null)
  const { count } = await restrictedKeys.select(countAll).executeTakeFirstOrThrow()
  return count > 0 ? { ...lostRows, restricted_keys: count } : lostRows
}

function describeLoss(release: OlderRelease, { restricted_keys: restrictedKeys, ...deleted }: LostRows): string {
  const counts = Object.entries(deleted).map(
    ([table, count]) => `${newTables[table as keyof typeof newTables]}: ${count}`,
  )
  const effects = [
    counts.length > 0 ? `deletes data (${counts.join(', ')})` : 'deletes no data',
    ...(restrictedKeys ? [`revokes restricted keys (${restrictedKeys})`] : []),
  ]
  return `the downgrade to version ${release} ${effects.join(', ')} and cannot be undone; make a backup, then add --yes to confirm`
}
