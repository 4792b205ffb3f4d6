import type { CompileExtract } from '@fairway/dataset'
import type { Command } from 'commander'
import { addAdd } from './add.ts'
import { addList } from './list.ts'
import { addRemove, addUse } from './remove-and-use.ts'

/** Which maps there are. They work beside a running server, which notices within two seconds. */
export function addRegions(program: Command, compileExtract: CompileExtract): void {
  const regions = program.command('regions').description('maps: download, compile, list, choose, remove')
  addList(regions)
  addAdd(regions, compileExtract)
  addRemove(regions)
  addUse(regions)
}
