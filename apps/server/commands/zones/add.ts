import type { Command } from 'commander'
import { isZonesName, toZonesName, ZONES_NAME_RULE, ZoneStore } from '../../features/air/runtime/zone-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { describeContent, readZoneSource, toContentFields } from './read-source.ts'

interface AddOptions extends CommonOptions {
  readonly name?: string
}

export function registerAddCommand(zones: Command): void {
  withJson(
    zones.command('add').description('add a snapshot of zone and corridor files; either all of them are added or none'),
  )
    .argument('<file...>', 'ED-269 JSON, ED-318 GeoJSON, GeoJSON or OpenAir text')
    .option(
      '--name <name>',
      'name of the zone file; replaces a zone file with the same name (default: derived from the file name)',
    )
    .action(async (paths: string[], options: AddOptions) => {
      const { dataDir } = readConfig(options)
      const names = toZoneFileNames(paths, options)
      const sources: { name: string; text: string; file: Awaited<ReturnType<typeof readZoneSource>>['file'] }[] = []
      for (const [index, path] of paths.entries()) {
        sources.push({ name: names[index] ?? '', ...(await readZoneSource(path, 'nothing was added: ')) })
      }
      await withDatasetErrors(dataDir, async () => {
        const store = new ZoneStore(dataDir)
        const existingNames = new Set((await store.list()).map(({ name }) => name))
        for (const { name, text } of sources) await store.put(name, text)
        const addedFiles = sources.map(({ name, file }) => ({
          name,
          replaced: existingNames.has(name),
          ...toContentFields(file),
        }))
        const summaryLines = sources.map(({ name, file }) => {
          return `Added ${name}${existingNames.has(name) ? ', replacing the previous one' : ''}: ${describeContent(file)}`
        })
        const hint = `Servers that use this data folder will apply ${paths.length === 1 ? 'it' : 'them'} within a second. To undo: fairway zones remove ${names.join(' ')}`
        print(options, { added: addedFiles }, [...summaryLines, '', hint].join('\n'))
      })
    })
}

/** Returns the names of the zone files, and checks them before the files are read. */
function toZoneFileNames(paths: readonly string[], { name }: AddOptions): string[] {
  if (name !== undefined && paths.length > 1) {
    throw new CommandError(
      exitCodes.usage,
      `--name works with one file, but ${paths.length} are given; add them one by one`,
    )
  }
  const names = paths.map((path) => name ?? toZonesName(path))
  for (const [index, zoneFileName] of names.entries()) {
    if (!isZonesName(zoneFileName)) {
      const shownName = JSON.stringify(name ?? paths[index])
      const advice = name === undefined ? 'cannot be turned into a name; give one with --name' : 'is not a valid name'
      throw new CommandError(exitCodes.usage, `${shownName} ${advice}: ${ZONES_NAME_RULE}`)
    }
    if (names.indexOf(zoneFileName) < index) {
      const conflictingPaths = `${paths[names.indexOf(zoneFileName)]} and ${paths[index]}`
      throw new CommandError(
        exitCodes.usage,
        `${conflictingPaths} would both be called ${zoneFileName}; add them one by one with --name`,
      )
    }
  }
  return names
}
