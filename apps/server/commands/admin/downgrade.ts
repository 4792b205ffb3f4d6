import { type Command, Option } from 'commander'
import {
  countNewRows,
  countRestrictedKeys,
  hasOtherUsers,
  type NewTable,
} from '../../platform/storage/before-downgrade.ts'
import { migrateBack, type OlderRelease, olderReleases } from '../../platform/storage/migrate.ts'
import { type CommonOptions, print, readConfig, withDatabase, withJson } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'

interface DowngradeOptions extends CommonOptions {
  readonly to: OlderRelease
  readonly yes?: boolean
}

const tableNames: Readonly<Record<NewTable, string>> = {
  geofences: 'geofences',
  events: 'events',
  webhooks: 'webhooks',
  solutions: 'optimizer solutions',
  share_links: 'links for recipients',
  jobs: 'jobs',
  audit_log: 'entries of the audit log',
}

export function registerDowngradeCommand(admin: Command): void {
  withJson(admin.command('downgrade'))
    .description('convert the database back to the tables of an older version; stop all servers first')
    .addOption(new Option('--to <version>', 'version to return to').choices(olderReleases).makeOptionMandatory())
    .option('--yes', 'confirm the downgrade; without this option, nothing is changed')
    .action((options: DowngradeOptions) =>
      withDatabase(readConfig(options), false, async (database) => {
        if (await hasOtherUsers(database))
          throw new CommandError(exitCodes.refused, 'a server is using the database; stop all servers first')
        const deletedRows = await countNewRows(database)
        const revokedKeys = await countRestrictedKeys(database)
        if (!options.yes) throw new CommandError(exitCodes.refused, describeLoss(options.to, deletedRows, revokedKeys))
        await migrateBack(database, options.to)
        const text = `The database has the tables of version ${options.to}. Install that version before you start the server, because this version upgrades the tables again.`
        print(options, { version: options.to, deleted: deletedRows, revoked_keys: revokedKeys }, text)
      }),
    )
}

function describeLoss(
  release: OlderRelease,
  deletedRows: Readonly<Partial<Record<NewTable, number>>>,
  revokedKeys: number,
): string {
  const counts = Object.entries(deletedRows).map(([table, count]) => `${tableNames[table as NewTable]}: ${count}`)
  const effects = [
    counts.length > 0 ? `deletes data (${counts.join(', ')})` : 'deletes no data',
    ...(revokedKeys > 0 ? [`revokes restricted keys (${revokedKeys})`] : []),
  ]
  return `the downgrade to version ${release} ${effects.join(', ')} and cannot be undone; make a backup, then add --yes to confirm`
}
