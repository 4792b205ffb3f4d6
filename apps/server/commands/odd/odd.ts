import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addList } from './list.ts'
import { addRemove } from './remove.ts'

/** Where vehicles may drive by themselves. The commands work beside a running server, which notices within two seconds. */
export function addOdd(program: Command): void {
  const odd = program
    .command('odd')
    .description('operational design domains of self-driving vehicles: add, list, remove')
  addAdd(odd)
  addList(odd)
  addRemove(odd)
}
