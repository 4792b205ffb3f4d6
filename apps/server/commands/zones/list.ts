import type { Command } from 'commander'
import { readZoneSet } from '../../features/air/runtime/read-zone-set.ts'
import { ZoneStore } from '../../features/air/runtime/zone-store.ts'
import { decodeAirFiles } from '../../maps/airspace/pack-files.ts'
import { formatSize } from '../amounts.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'

const columns = ['FILE', 'ZONES', 'CORRIDORS', 'SIZE', 'FROM']

export function registerListCommand(zones: Command): void {
  withJson(zones.command('list').description('list the zone and corridor files')).action(
    async (options: CommonOptions) => {
      const { dataDir, defaultZones, samples } = readConfig(options)
      await withDatasetErrors(dataDir, async () => {
        const bytesByName = new Map((await new ZoneStore(dataDir).list()).map(({ name, bytes }) => [name, bytes]))
        const zoneSet = await readZoneSet(dataDir)
        const files = decodeAirFiles(zoneSet.files).map(({ name, zones, corridors, attribution }) => ({
          name,
          zones: zones.length,
          corridors: corridors.length,
          bytes: bytesByName.get(name) ?? 0,
          attribution: attribution ?? null,
        }))
        const fields = {
          files,
          unusable: zoneSet.unusable,
          default_zones: defaultZones,
          sample_corridors: samples,
        }
        const rows = files.map((file) => [
          file.name,
          String(file.zones),
          String(file.corridors),
          formatSize(file.bytes),
          file.attribution ?? '',
        ])
        const text = [
          rows.length === 0
            ? 'There are no zone files; add one with: fairway zones add <file>'
            : formatTable([columns, ...rows]),
          ...zoneSet.unusable.map(({ name, why }) => `Not in force: ${name}: ${why}`),
          '',
          `Zones around the world's aerodromes: ${defaultZones ? 'on' : 'off'} (FAIRWAY_DEFAULT_ZONES)`,
          `Sample corridors in Montevideo: ${samples ? 'on' : 'off'} (FAIRWAY_SAMPLES)`,
        ]
        print(options, fields, text.join('\n'))
      })
    },
  )
}
