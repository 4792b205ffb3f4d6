import { type StoredTile, TerrainStore, UnusableTileError } from '@fairway/dataset'
import type { Command } from 'commander'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { toTileFields } from './tile-fields.ts'

export function registerAddCommand(terrain: Command): void {
  withJson(
    terrain
      .command('add')
      .description('copy elevation tiles into the data folder; either all of them are added or none'),
  )
    .argument('<path...>', 'tiles such as N42E001.hgt, N42E001.hgt.gz and N42E001.hgt.zip, or folders of tiles')
    .action(async (paths: string[], options: CommonOptions) => {
      const { dataDir } = readConfig(options)
      const files = await withTileErrors(async () => {
        const tileFiles = await TerrainStore.findTiles(paths)
        TerrainStore.verify(tileFiles)
        return tileFiles
      })
      await withDatasetErrors(dataDir, async () => {
        const store = new TerrainStore(dataDir)
        const existingNames = new Set(await store.listNames())
        const addedTiles: StoredTile[] = []
        for (const file of files) addedTiles.push(await withTileErrors(() => store.add(file)))
        const fields = addedTiles.map((tile) => ({ ...toTileFields(tile), replaced: existingNames.has(tile.name) }))
        print(options, { added: fields }, describeAdded(addedTiles, existingNames))
      })
    })
}

function describeAdded(addedTiles: readonly StoredTile[], existingNames: ReadonlySet<string>): string {
  const lines = addedTiles.map(({ name, minMeters, maxMeters }) => {
    const replacedText = existingNames.has(name) ? ', replacing the previous one' : ''
    return `Added ${name}${replacedText}: ${minMeters} to ${maxMeters} m`
  })
  const hint =
    'Servers that use this data folder will use the new heights within a second. To use the heights in road routes, compile the maps of the area again.'
  return [...lines, '', hint].join('\n')
}

async function withTileErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnusableTileError)
      throw new CommandError(exitCodes.failed, `nothing was added: ${error.message}`)
    throw error
  }
}
