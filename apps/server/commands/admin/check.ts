import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DatasetStore, type StoredDataset } from '@fairway/dataset'
import type { Command } from 'commander'
import type { Config } from '../../platform/config/config.ts'
import { checkDatabaseCompletely } from '../../platform/storage/check-database.ts'
import {
  type CommonOptions,
  checkDatabaseFile,
  formatTable,
  print,
  readConfig,
  withDatabase,
  withJson,
} from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'

interface CheckedItem {
  readonly item: string
  readonly problems: readonly string[]
}

export function registerCheckCommand(admin: Command): void {
  withJson(admin.command('check'))
    .description('check the database and the checksums of all datasets; the server may keep running')
    .action(async (options: CommonOptions) => {
      const config = readConfig(options)
      const items = [await checkDatabase(config), ...(await checkDatasets(config.dataDir))]
      print(options, { items }, formatTable(items.map(toRow)))
      const damagedItems = items.filter(({ problems }) => problems.length > 0).map(({ item }) => item)
      if (damagedItems.length === 0) return
      throw new CommandError(
        exitCodes.failed,
        `damaged: ${damagedItems.join(', ')}; restore the database from a backup, and compile damaged datasets again`,
      )
    })
}

function toRow({ item, problems }: CheckedItem): string[] {
  return [item, problems.length === 0 ? 'ok' : problems.join('; ')]
}

/**
 * Checks the database. For PostgreSQL, only a write is tested, because PostgreSQL has its own tools for a complete
 * check.
 */
async function checkDatabase(config: Config): Promise<CheckedItem> {
  if (config.databaseUrl) {
    await withDatabase(config, false, (database) => database.checkWritable())
    return { item: 'PostgreSQL', problems: [] }
  }
  const file = checkDatabaseFile(config.dataDir, false)
  return { item: file, problems: checkDatabaseCompletely(file) }
}

async function checkDatasets(dataDir: string): Promise<CheckedItem[]> {
  const items: CheckedItem[] = []
  for (const { region, datasets, unusable } of await new DatasetStore(dataDir).listRegions()) {
    for (const dataset of datasets) {
      items.push({ item: `${region} ${dataset.id}`, problems: await listFileProblems(dataset) })
    }
    for (const { id, why } of unusable) items.push({ item: `${region} ${id}`, problems: [why] })
  }
  return items
}

async function listFileProblems({ folder, manifest }: StoredDataset): Promise<string[]> {
  const problems: string[] = []
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    const actualHash = await hashFile(join(folder, name)).catch((error: Error) => error)
    if (actualHash instanceof Error) problems.push(`${name} cannot be read: ${actualHash.message}`)
    else if (actualHash !== sha256) problems.push(`${name} differs from its checksum`)
  }
  return problems
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
