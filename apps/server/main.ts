import { createProgram, run } from './commands/program.ts'

process.exitCode = await run(createProgram())
