import { Command, CommanderError } from 'commander'
import { version } from '../version.ts'
import { addAdmin } from './admin/admin.ts'
import { addConfig } from './config.ts'
import { CommandFailed, exitCodes } from './exit.ts'
import { addServe } from './serve.ts'

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 wrong command line or configuration, 3 no such account or key,
            4 not possible as things are, 5 database, Redis or port not available`

/** `featureModules` are operations beside the service's own, for tests and benchmarks. */
export function createProgram(featureModules: readonly string[] = []): Command {
  const program = new Command('fairway')
    .description('One routing service for everything that moves')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', EXIT_CODES)
  addServe(program, featureModules)
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
