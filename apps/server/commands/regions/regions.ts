import type { CompileExtract } from '@fairway/dataset'
import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerFetchCommand } from './fetch.ts'
import { registerListCommand } from './list.ts'
import { registerPublishCommand } from './publish.ts'
import { registerRemoveCommand, registerUseCommand } from './remove-and-use.ts'
import { registerUpdateCommand } from './update.ts'

/**
 * Registers the commands that manage maps. You can run these commands while the server is running. The server applies
 * changes within two seconds.
 */
export function registerRegionsCommands(program: Command, compileExtract: CompileExtract): void {
  const regions = program
    .command('regions')
    .description('maps: download, compile, update, publish, list, choose, remove')
  registerListCommand(regions)
  registerAddCommand(regions, compileExtract)
  registerUpdateCommand(regions, compileExtract)
  registerPublishCommand(regions)
  registerFetchCommand(regions)
  registerRemoveCommand(regions)
  registerUseCommand(regions)
}
