import type { Command } from 'commander'
import { type CommonOptions, print, withJson } from '../common.ts'
import { describeContent, readZoneSource, toContentFields } from './read-source.ts'

export function registerCheckCommand(zones: Command): void {
  withJson(zones.command('check').description('check a zone file and show its content, without adding it'))
    .argument('<file>', 'ED-269 JSON, ED-318 GeoJSON, GeoJSON or OpenAir text')
    .action(async (path: string, options: CommonOptions) => {
      const { file } = await readZoneSource(path, '')
      print(options, { sound: true, ...toContentFields(file) }, `${path} is valid: ${describeContent(file)}`)
    })
}
