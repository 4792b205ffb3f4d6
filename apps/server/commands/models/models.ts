import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for named models. They can run while the server is running, which applies
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
