import { Command, CommanderError } from 'commander'
import { addAdmin } from './commands/admin.ts'
import { addConfig } from './commands/config.ts'
import { CommandFailed, exitCodes } from './commands/exit.ts'
import { addServe } from './commands/serve.ts'
import { version } from './version.ts'

const EXIT_CODES = `
Exit codes: 0 done, 1 failed, 2 wrong command line or configuration, 3 no such account or key,
            4 not possible as things are, 5 database, Redis or port not available`

export function createProgram(): Command {
  const program = new Command('fairway')
    .description('One routing service for everything that moves')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for what is possible)')
    .addHelpText('after', EXIT_CODES)
  addServe(program)
  addAdmin(program)
  addConfig(program)
  return program
}

async function run(): Promise<number> {
  try {
    const program = createProgram()
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

process.exitCode = await run()
