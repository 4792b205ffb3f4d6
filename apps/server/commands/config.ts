import type { Command } from 'commander'
import type { Config } from '../platform/config/config.ts'
import type { PlanTerms } from '../platform/config/plans.ts'
import { type SettingKey, settings } from '../platform/config/settings.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from './common.ts'

const HIDDEN_VALUE = '(set, not shown)'

/** Registers the command that shows the effective configuration and lists all errors at once. */
export function registerConfigCommand(program: Command): void {
  withJson(program.command('config').description('check the configuration and print the effective values')).action(
    (options: CommonOptions) => {
      const config = readConfig(options)
      const keys = Object.keys(settings) as SettingKey[]
      const values = Object.fromEntries(keys.map((key) => [settings[key].env, toShownValue(config, key)]))
      const plans = Object.fromEntries(Object.entries(config.plans).map(([name, terms]) => [name, toPlanFields(terms)]))
      const rows = Object.entries(values).map(([name, value]) => [name, value === null ? '' : String(value)])
      const planRows = Object.entries(plans).map(([name, terms]) => [name, ...Object.values(terms).map(String)])
      const planTable = formatTable([['PLAN', 'ROUTES PER MONTH', 'PER SECOND', 'BURST', 'DAYS'], ...planRows])
      print(options, { ...values, plans }, `${formatTable([['SETTING', 'VALUE'], ...rows])}\n\n${planTable}`)
    },
  )
}

function toShownValue(config: Config, key: SettingKey) {
  const value = config[key]
  if (value === undefined) return null
  return 'secret' in settings[key] && settings[key].secret ? HIDDEN_VALUE : value
}

/** Returns the plan fields in the spelling of the configuration file, so that users can paste the output into it. */
function toPlanFields({ routesPerMonth, perSecond, burst, days }: PlanTerms) {
  return { routes_per_month: routesPerMonth, per_second: perSecond, burst, days }
}
