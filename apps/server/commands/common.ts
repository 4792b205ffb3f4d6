import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { type Config, loadConfig } from '../platform/config/config.ts'
import { type Database, openMigratedDatabase } from '../platform/storage/database.ts'
import { findDatabaseFile, rejectLostDatabase, restrictAccess } from '../platform/storage/database-file.ts'
import { describeStorageError } from '../platform/storage/describe-storage-error.ts'
import { isUnavailable } from '../platform/storage/unavailable.ts'
import { CommandError, exitCodes } from './exit.ts'

export interface CommonOptions {
  readonly dataDir?: string
  readonly config?: string
  readonly json?: boolean
}

/** Adds the options that are common to all commands. */
export function withDataDir(command: Command): Command {
  return command
    .option('--data-dir <dir>', 'folder for the embedded database and the datasets (FAIRWAY_DATA_DIR, default: var)')
    .option('--config <file>', 'configuration file (FAIRWAY_CONFIG, default: fairway.json if it exists)')
}
export function withJson(command: Command): Command {
  return withDataDir(command).option('--json', 'print JSON instead of text')
}

export function readConfig(options: CommonOptions, flags: Record<string, string | undefined> = {}): Config {
  const configResult = loadConfig({ file: options.config, flags: { dataDir: options.dataDir, ...flags } })
  if (!configResult.ok) {
    const errorList = configResult.errors.map((error) => `  - ${error}`).join('\n')
    throw new CommandError(exitCodes.usage, `the configuration is invalid:\n${errorList}`)
  }
  for (const warning of configResult.warnings) process.stderr.write(`fairway: ${warning}\n`)
  return configResult.config
}

/** Opens the database, runs `work` and closes the database. The server may be running at the same time. */
export async function withDatabase<T>(
  config: Config,
  mayCreate: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  if (!config.databaseUrl) checkDatabaseFile(config.dataDir, mayCreate)
  let database: Database | undefined
  try {
    database = await openMigratedDatabase(config)
    return await work(database)
  } catch (error) {
    const storageProblem = describeStorageError(error, config.dataDir)
    if (storageProblem) throw new CommandError(exitCodes.unavailable, storageProblem)
    if (isUnavailable(error)) {
      const location = config.databaseUrl ? 'PostgreSQL (DATABASE_URL)' : `the database in ${config.dataDir}`
      throw new CommandError(exitCodes.unavailable, `${location} cannot be used: ${(error as Error).message}`)
    }
    throw error
  } finally {
    await database?.close()
  }
}

/**
 * Checks the file of the embedded database before it is opened, and removes other users' access, as the server does at
 * startup. Returns the path of the file.
 */
export function checkDatabaseFile(dataDir: string, mayCreate: boolean): string {
  const file = findDatabaseFile(dataDir)
  // A mistyped folder must not create an empty database, which would look as if all data were lost.
  if (!mayCreate && !existsSync(file)) {
    throw new CommandError(
      exitCodes.unavailable,
      `there is no database ${file}; check --data-dir, or start the server once`,
    )
  }
  try {
    rejectLostDatabase(file)
    for (const path of restrictAccess(dataDir))
      process.stderr.write(`fairway: other users no longer have access to ${path}\n`)
    return file
  } catch (error) {
    const storageProblem = describeStorageError(error, dataDir)
    throw storageProblem === undefined ? error : new CommandError(exitCodes.unavailable, storageProblem)
  }
}

/** Prints JSON for programs, or text for people. */
export function print(options: CommonOptions, value: unknown, text: string): void {
  process.stdout.write(options.json ? `${JSON.stringify(value, null, 2)}\n` : `${text}\n`)
}

export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
