import type { Command } from 'commander'
import { isZonesName, nameOfFile, ZONES_NAME_RULE, ZoneShelf } from '../../features/air/runtime/zone-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { CommandFailed, exitCodes } from '../exit.ts'
import { describeContent, readSource, toContentFields } from './read-source.ts'

interface AddOptions extends CommonOptions {
  readonly name?: string
}

export function addAdd(zones: Command): void {
  withJson(zones.command('add').description('add a snapshot of zone and corridor files; adds all of them or none'))
    .argument('<file...>', 'ED-269 JSON, ED-318 GeoJSON, GeoJSON or OpenAir text')
    .option('--name <name>', 'name; replaces one with the same name (default: derived from the file name)')
    .action(async (paths: string[], options: AddOptions) => {
      const { dataDir } = readConfig(options)
      const names = toNames(paths, options)
      const sources: { name: string; text: string; file: Awaited<ReturnType<typeof readSource>>['file'] }[] = []
      for (const [at, path] of paths.entries()) {
        sources.push({ name: names[at] ?? '', ...(await readSource(path, 'nothing was added: ')) })
      }
      await withDatasetFaults(dataDir, async () => {
        const shelf = new ZoneShelf(dataDir)
        const before = new Set((await shelf.list()).map(({ name }) => name))
        for (const { name, text } of sources) await shelf.put(name, text)
        const added = sources.map(({ name, file }) => ({ name, replaced: before.has(name), ...toContentFields(file) }))
        const lines = sources.map(({ name, file }) => {
          return `Added ${name}${before.has(name) ? ', replacing the previous one' : ''}: ${describeContent(file)}`
        })
        const hint = `Servers on this data folder apply ${paths.length === 1 ? 'it' : 'them'} within a second. To undo: fairway zones remove ${names.join(' ')}`
        print(options, { added }, [...lines, '', hint].join('\n'))
      })
    })
}

/** Checked before anything is read. */
function toNames(paths: readonly string[], { name }: AddOptions): string[] {
  if (name !== undefined && paths.length > 1) {
    throw new CommandFailed(
      exitCodes.usage,
      `--name works with one file, but ${paths.length} are given; add them one by one`,
    )
  }
  const names = paths.map((path) => name ?? nameOfFile(path))
  for (const [at, one] of names.entries()) {
    if (!isZonesName(one)) {
      const given = JSON.stringify(name ?? paths[at])
      const advice = name === undefined ? 'cannot be turned into a name; give one with --name' : 'is not a valid name'
      throw new CommandFailed(exitCodes.usage, `${given} ${advice}: ${ZONES_NAME_RULE}`)
    }
    if (names.indexOf(one) < at) {
      const both = `${paths[names.indexOf(one)]} and ${paths[at]}`
      throw new CommandFailed(exitCodes.usage, `${both} would both be called ${one}; add them one by one with --name`)
    }
  }
  return names
}
