import type { Command } from 'commander'
import type { Config } from '../config/config.ts'
import { type SettingKey, settings } from '../config/settings.ts'
import { type CommonOptions, print, readConfig, table, withJson } from './common.ts'

/** What the server would run with; faults are listed all at once. */
export function addConfig(program: Command): void {
  withJson(program.command('config').description('check the configuration and show what it amounts to')).action(
    (options: CommonOptions) => {
      const config = readConfig(options)
      const rows = (Object.keys(settings) as SettingKey[]).map(
        (key) => [settings[key].env, shown(config, key)] as const,
      )
      print(options, { ...Object.fromEntries(rows), plans: config.plans }, table([['SETTING', 'VALUE'], ...rows]))
    },
  )
}

function shown(config: Config, key: SettingKey): string {
  const value = config[key]
  if (value === undefined) return ''
  return 'secret' in settings[key] && settings[key].secret ? '(set, not shown)' : String(value)
}
