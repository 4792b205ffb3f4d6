import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for named models. You can run these commands while the server is running. The server applies
 * changes within two seconds.
 */
export function registerModelCommands(program: Command): void {
  const models = program
    .command('models')
    .description('custom models that requests refer to by name: add, list, remove')
  registerAddCommand(models)
  registerListCommand(models)
  registerRemoveCommand(models)
}
