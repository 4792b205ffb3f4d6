import type { CompileExtract } from '@fairway/dataset'
import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addList } from './list.ts'
import { addRemove, addUse } from './remove-and-use.ts'

/** Commands that manage maps. They work next to a running server, which applies changes within two seconds. */
export function addRegions(program: Command, compileExtract: CompileExtract): void {
  const regions = program.command('regions').description('maps: download, compile, list, choose, remove')
  addList(regions)
  addAdd(regions, compileExtract)
  addRemove(regions)
  addUse(regions)
}
