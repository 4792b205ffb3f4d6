import { type BoundingBox, countTilesInBounds, MAX_ZOOM, type StoredDataset, writeArchive } from '@fairway/dataset'
import { type Command, InvalidArgumentError } from 'commander'
import { toMapDocument } from '../../features/tiles/map-document.ts'
import { formatSize } from '../amounts.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { createDisplay } from '../compile-shown.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { withUserUmask } from '../private-umask.ts'
import { listServedMaps } from '../traffic/served-maps.ts'
import { openTiles } from './open-tiles.ts'

interface ExportOptions extends CommonOptions {
  readonly region?: string
  readonly bbox?: BoundingBox
  readonly minZoom: number
  readonly maxZoom: number
}

/** Maximum number of tiles. The list of tiles is kept in memory. */
const MAX_TILES = 2_000_000

export function registerExportCommand(tiles: Command): void {
  const command = withJson(
    tiles
      .command('export')
      .description('write the map tiles of an area to a PMTiles file')
      .argument('<file>', 'the file to write, such as monaco.pmtiles')
      .option('--region <name>', 'export only the map of this region (default: all maps)')
      .option('--bbox <south,west,north,east>', 'the area in degrees (default: the area of the map)', parseBox)
      .option('--min-zoom <level>', 'lowest zoom level', parseZoom, 0)
      .option('--max-zoom <level>', 'highest zoom level', parseZoom, MAX_ZOOM),
  )
  command.action(async (file: string, options: ExportOptions) => {
    const { dataDir } = readConfig(options)
    await withDatasetErrors(dataDir, () => exportTiles(file, dataDir, options))
  })
}

async function exportTiles(path: string, dataDir: string, options: ExportOptions): Promise<void> {
  const { region, minZoom, maxZoom } = options
  if (minZoom > maxZoom)
    throw new CommandError(
      exitCodes.usage,
      `--min-zoom is ${minZoom}; it must not be greater than --max-zoom (${maxZoom})`,
    )
  const maps = await listServedMaps({ dataDir, ...(region !== undefined && { region }) })
  const bounds = options.bbox ?? toBounds(maps)
  const count = countTilesInBounds(bounds, minZoom, maxZoom)
  if (count > MAX_TILES)
    throw new CommandError(
      exitCodes.usage,
      `the area has ${count} tiles up to zoom level ${maxZoom}; at most ${MAX_TILES} are allowed: give a smaller --bbox or a lower --max-zoom`,
    )
  const display = createDisplay(options)
  const service = await openTiles(dataDir, maps, (message) => display.print(message))
  const { vector_layers, attribution } = toMapDocument(service, '', '')
  const summary = await withUserUmask(() =>
    writeArchive({
      ...{ path, bounds, minZoom, maxZoom },
      metadata: { name: maps.map((map) => map.region).join(', '), attribution, vector_layers },
      draw: (tile) => service.draw(tile),
      onProgress: (doneTileCount, totalTileCount) =>
        display.report({
          stage: 'drawing tiles',
          fraction: doneTileCount / totalTileCount,
          note: `${doneTileCount} of ${totalTileCount}`,
        }),
    }),
  )
  display.end()
  const { tileCount, contentCount, bytes } = summary
  const text = `Wrote ${path}: ${tileCount} ${tileCount === 1 ? 'tile' : 'tiles'}, ${contentCount} distinct, ${formatSize(bytes)}`
  print(
    options,
    { file: path, bounds, min_zoom: minZoom, max_zoom: maxZoom, tiles: tileCount, contents: contentCount, bytes },
    text,
  )
}

function toBounds(maps: readonly StoredDataset[]): BoundingBox {
  const [onlyMap, secondMap] = maps
  if (onlyMap && !secondMap) return onlyMap.manifest.boundingBox
  const names = maps.map(({ region }) => region).join(', ')
  throw new CommandError(exitCodes.usage, `there are several maps (${names}); choose one with --region, or give --bbox`)
}

function parseZoom(input: string): number {
  const zoom = Number(input)
  if (/^\d+$/.test(input) && zoom <= MAX_ZOOM) return zoom
  throw new InvalidArgumentError(`It must be a whole number from 0 to ${MAX_ZOOM}.`)
}

function parseBox(input: string): BoundingBox {
  const numbers = input.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)))
  const [south = Number.NaN, west = Number.NaN, north = Number.NaN, east = Number.NaN] = numbers
  const isInRange = Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180
  if (numbers.length !== 4 || !isInRange || south > north)
    throw new InvalidArgumentError('It must be south,west,north,east in degrees, such as 43.72,7.4,43.76,7.45.')
  return { south, west, north, east }
}
