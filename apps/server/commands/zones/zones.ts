import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addCheck } from './check.ts'
import { addList } from './list.ts'
import { addRemove } from './remove.ts'

/** Where drones may not fly, and where they should. The commands work beside a running server, which notices within a second. */
export function addZones(program: Command): void {
  const zones = program
    .command('zones')
    .description('no-fly zones and corridors of drones: add, list, remove, check files of them')
  addAdd(zones)
  addList(zones)
  addRemove(zones)
  addCheck(zones)
}
