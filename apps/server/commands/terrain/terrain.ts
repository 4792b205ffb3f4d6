import type { Command } from 'commander'
import { registerAddCommand } from './add.ts'
import { registerListCommand } from './list.ts'
import { registerRemoveCommand } from './remove.ts'

/**
 * Registers the commands for elevation tiles. They can run while the server is running, which
 * applies changes within a second. Maps use tiles only during compilation.
 */
export function registerTerrainCommands(program: Command): void {
  const terrain = program.command('terrain').description('elevation tiles (SRTM .hgt): add, list, remove')
  registerAddCommand(terrain)
  registerListCommand(terrain)
  registerRemoveCommand(terrain)
}
