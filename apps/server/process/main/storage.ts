import type { Config } from '../../platform/config/config.ts'
import { checkDatabaseAtStart } from '../../platform/storage/check-database.ts'
import { type Database, openMigratedDatabase } from '../../platform/storage/database.ts'
import { ensureDatabaseFile, restrictAccess } from '../../platform/storage/database-file.ts'
import { retryUntilAvailable } from '../../platform/storage/wait.ts'
import type { Component } from '../component.ts'

/** Number of PostgreSQL connections of the main thread, which only writes usage and runs housekeeping. */
const POOL_SIZE = 3

/** Database of the main thread. */
export class Storage implements Component {
  readonly name = 'storage'
  private readonly config: Config
  private readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  private currentDatabase: Database | undefined

  constructor(config: Config, log: Storage['log']) {
    this.config = config
    this.log = log
  }

  /** Open database. Throws an error if the database is not open. */
  get database(): Database {
    if (!this.currentDatabase) throw new Error('the database is not open')
    return this.currentDatabase
  }

  async start(): Promise<void> {
    if (!this.config.databaseUrl) this.checkFiles()
    this.currentDatabase = await retryUntilAvailable(
      () => openMigratedDatabase({ ...this.config, poolSize: POOL_SIZE }),
      this.config.databaseWaitSeconds,
      (error) => this.log.warn({ why: error.message }, 'waiting for the database'),
    )
  }

  async stop(): Promise<void> {
    await this.currentDatabase?.close()
  }

  /** Checks the embedded database before it is opened, and removes other users' access. */
  private checkFiles(): void {
    const { dataDir } = this.config
    const file = ensureDatabaseFile(dataDir)
    for (const path of restrictAccess(dataDir)) this.log.info({ path }, 'other users no longer have access')
    const skippedTables = checkDatabaseAtStart(file)
    if (skippedTables.length > 0) {
      this.log.info({ tables: skippedTables }, 'large tables are not checked at startup; run "fairway admin check"')
    }
  }
}
