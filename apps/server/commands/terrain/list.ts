import { type StoredTile, TerrainStore } from '@fairway/dataset'
import type { Command } from 'commander'
import { formatSize } from '../amounts.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { toTileFields } from './tile-fields.ts'

const columns = ['TILE', 'RESOLUTION', 'HEIGHTS', 'MISSING', 'SIZE']

export function registerListCommand(terrain: Command): void {
  withJson(terrain.command('list').description('list elevation tiles')).action(async (options: CommonOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const tiles = await new TerrainStore(dataDir).list()
      const fields = {
        tiles: tiles.filter(({ error }) => error === undefined).map(toTileFields),
        unusable: tiles.flatMap(({ name, error }) => (error === undefined ? [] : [{ name, why: error }])),
      }
      print(options, fields, describeList(tiles))
    })
  })
}

function describeList(tiles: readonly StoredTile[]): string {
  const rows = tiles.flatMap((tile) => (tile.error === undefined ? [toRow(tile)] : []))
  const text =
    rows.length === 0
      ? 'There are no elevation tiles; add some with: fairway terrain add <path>'
      : formatTable([columns, ...rows])
  const unusableLines = tiles.flatMap(({ error }) => (error === undefined ? [] : [`Not usable: ${error}`]))
  return [text, ...unusableLines].join('\n')
}

function toRow(tile: StoredTile): string[] {
  const { name, arc_seconds, min_m, max_m, void_pct, bytes } = toTileFields(tile)
  return [name, `${arc_seconds}″`, `${min_m} to ${max_m} m`, `${void_pct} %`, formatSize(bytes)]
}
