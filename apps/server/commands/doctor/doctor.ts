import type { Command } from 'commander'
import { systemClock } from '../../platform/clock.ts'
import { type Config, loadConfig } from '../../platform/config/config.ts'
import { type CommonOptions, print, withJson } from '../common.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { checkData } from './check-data.ts'
import { checkClock, checkDisk, checkFolder, checkPort, judgeMemory } from './check-machine.ts'
import { checkDatabase, checkRedis } from './check-stores.ts'
import { type Finding, fail, pass, warn } from './finding.ts'

export function registerDoctorCommand(program: Command): void {
  withJson(program.command('doctor'))
    .description('check settings, disk, memory, port, clock, maps, database and Redis, and suggest fixes')
    .action(async (options: CommonOptions) => {
      const findings = await diagnose(options)
      print(options, { findings }, findings.map(formatFinding).join('\n'))
      const problems = findings.filter(({ state }) => state === 'problem')
      if (problems.length === 0) return
      const names = problems.map(({ check }) => check).join(', ')
      throw new CommandError(exitCodes.failed, `${problems.length} of ${findings.length} checks failed: ${names}`)
    })
}

async function diagnose(options: CommonOptions): Promise<Finding[]> {
  const configResult = loadConfig({ file: options.config, flags: { dataDir: options.dataDir } })
  const node = pass('Node.js', `${process.versions.node} on ${process.platform} ${process.arch}`)
  if (!configResult.ok) {
    const remedy = 'correct the setting; docs/reference/configuration.md lists all of them'
    return [node, ...configResult.errors.map((error) => fail('settings', error, remedy))]
  }
  const settings =
    configResult.warnings.length === 0
      ? [pass('settings', 'all values are valid')]
      : configResult.warnings.map((warning) => warn('settings', warning, 'correct the name, or remove the variable'))
  return [node, ...settings, ...(await checkAll(configResult.config))]
}

async function checkAll(config: Config): Promise<Finding[]> {
  const { dataDir, embeddedRegion } = config
  const nowMs = () => systemClock.now()
  const folder = checkFolder(dataDir)
  // If the folder cannot be used, its maps and database cannot be read either.
  if (folder.state === 'problem') return [folder, await checkPort(config), await checkRedis(config)]
  const data = await checkData(dataDir, embeddedRegion)
  return [
    folder,
    await checkDisk(config),
    judgeMemory(process.availableMemory(), data.datasetBytes),
    checkClock(dataDir, nowMs()),
    await checkPort(config),
    ...data.findings,
    ...(await checkDatabase(config, nowMs)),
    await checkRedis(config),
  ]
}

function formatFinding({ check, state, detail, remedy }: Finding): string {
  const line = `${state.padEnd(7)}  ${check}: ${detail}`
  return remedy ? `${line}\n         ${' '.repeat(check.length)}  → ${remedy}` : line
}
