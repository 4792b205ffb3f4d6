import type { CompileExtract } from '@fairway/dataset'
import { Command, CommanderError } from 'commander'
import { version } from '../platform/version.ts'
import { registerAdminCommands } from './admin/admin.ts'
import { registerCompileCommand } from './compile.ts'
import { compileExtract as compileExtractOfServer } from './compile-extract.ts'
import { registerConfigCommand } from './config.ts'
import { registerDoctorCommand } from './doctor/doctor.ts'
import { CommandError, exitCodes } from './exit.ts'
import { registerMcpCommand } from './mcp/mcp.ts'
import { registerModelCommands } from './models/models.ts'
import { registerOddCommands } from './odd/odd.ts'
import { withPrivateUmask } from './private-umask.ts'
import { registerRegionsCommands } from './regions/regions.ts'
import { registerServeCommand } from './serve.ts'
import { registerTerrainCommands } from './terrain/terrain.ts'
import { registerTilesCommands } from './tiles/tiles.ts'
import { registerTrafficCommands } from './traffic/traffic.ts'
import { registerZonesCommands } from './zones/zones.ts'

const EXIT_CODES_HELP = `
Exit codes: 0 success, 1 failure, 2 invalid command line or configuration, 3 account, key, region or extract not found,
            4 not possible in the current state, 5 database, Redis, port, data folder or mirror unavailable`

/**
 * Creates the command-line program. In tests and benchmarks, `featureModules` adds operations and `compileExtract`
 * replaces the compiler.
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
    .addHelpText('after', EXIT_CODES_HELP)
  registerServeCommand(program, featureModules)
  registerCompileCommand(program, compileExtract)
  registerRegionsCommands(program, compileExtract)
  registerTrafficCommands(program)
  registerModelCommands(program)
  registerTerrainCommands(program)
  registerTilesCommands(program)
  registerOddCommands(program)
  registerZonesCommands(program)
  registerAdminCommands(program)
  registerMcpCommand(program)
  registerConfigCommand(program)
  registerDoctorCommand(program)
  return program
}

export async function runProgram(program: Command): Promise<number> {
  try {
    for (const command of program.commands.flatMap((parent) => [parent, ...parent.commands])) command.exitOverride()
    await withPrivateUmask(() => program.parseAsync())
    return exitCodes.ok
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    if (!(error instanceof CommandError)) throw error
    process.stderr.write(`fairway: ${error.message}\n`)
    return error.exitCode
  }
}
