import type { CompileExtract } from '@fairway/dataset'
import { Command, CommanderError } from 'commander'
import { version } from '../platform/version.ts'
import { addAdmin } from './admin/admin.ts'
import { addCompile } from './compile.ts'
import { compileExtract as compileExtractOfServer } from './compile-extract.ts'
import { addConfig } from './config.ts'
import { CommandFailed, exitCodes } from './exit.ts'
import { addOdd } from './odd/odd.ts'
import { addRegions } from './regions/regions.ts'
import { addServe } from './serve.ts'
import { addTraffic } from './traffic/traffic.ts'
import { addZones } from './zones/zones.ts'

const EXIT_CODES = `
Exit codes: 0 success, 1 failure, 2 invalid command line or configuration, 3 account, key, region or extract not found,
            4 not possible in the current state, 5 database, Redis, port, data folder or mirror unavailable`

/**
 * For tests and benchmarks: `featureModules` adds operations to those of the service, `compileExtract` replaces the
 * compiler.
 */
export function createProgram(
  featureModules: readonly string[] = [],
  compileExtract: CompileExtract = compileExtractOfServer,
): Command {
  const program = new Command('fairway')
    .description('One routing service for everything that moves')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(run with --help for usage)')
    .addHelpText('after', EXIT_CODES)
  addServe(program, featureModules)
  addCompile(program, compileExtract)
  addRegions(program, compileExtract)
  addTraffic(program)
  addOdd(program)
  addZones(program)
  addAdmin(program)
  addConfig(program)
  return program
}

export async function run(program: Command): Promise<number> {
  try {
    for (const command of program.commands.flatMap((one) => [one, ...one.commands])) command.exitOverride()
    await program.parseAsync()
    return exitCodes.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    if (!(error instanceof CommandFailed)) throw error
    process.stderr.write(`fairway: ${error.message}\n`)
    return error.exitCode
  }
}
