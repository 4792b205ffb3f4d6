import type { Command } from 'commander'
import { type CommonOptions, print, withJson } from '../common.ts'
import { describeContent, readSource, toContentFields } from './read-source.ts'

export function addCheck(zones: Command): void {
  withJson(
    zones.command('check').description('tell whether a file of zones is sound and what is in it, and add nothing'),
  )
    .argument('<file>', 'ED-269 JSON, ED-318 GeoJSON, GeoJSON or OpenAir text')
    .action(async (path: string, options: CommonOptions) => {
      const { file } = await readSource(path, '')
      print(options, { sound: true, ...toContentFields(file) }, `${path} is sound: ${describeContent(file)}`)
    })
}
