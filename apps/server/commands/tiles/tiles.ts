import type { Command } from 'commander'
import { registerExportCommand } from './export.ts'

export function registerTilesCommands(program: Command): void {
  registerExportCommand(program.command('tiles').description('map tiles: export'))
}
