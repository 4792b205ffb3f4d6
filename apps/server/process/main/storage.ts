import type { Config } from '../../platform/config/config.ts'
import { type Database, openMigratedDatabase } from '../../platform/storage/database.ts'
import { retryUntilAvailable } from '../../platform/storage/wait.ts'
import type { Component } from '../component.ts'

/** PostgreSQL connections of the main thread, which only writes usage and runs housekeeping. */
const POOL_SIZE = 3

/** The database of the main thread. */
export class Storage implements Component {
  readonly name = 'storage'
  private readonly config: Config
  private readonly log: { warn(fields: object, message: string): void }
  private currentDatabase: Database | undefined

  constructor(config: Config, log: Storage['log']) {
    this.config = config
    this.log = log
  }

  /** Throws if the worker has not been started. */
  get database(): Database {
    if (!this.currentDatabase) throw new Error('the database is not open')
    return this.currentDatabase
  }

  async start(): Promise<void> {
    this.currentDatabase = await retryUntilAvailable(
      () => openMigratedDatabase({ ...this.config, poolSize: POOL_SIZE }),
      this.config.databaseWaitSeconds,
      (error) => this.log.warn({ why: error.message }, 'waiting for the database'),
    )
  }

  async stop(): Promise<void> {
    await this.currentDatabase?.close()
  }
}
