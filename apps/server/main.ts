import { createProgram, runProgram } from './commands/program.ts'

process.exitCode = await runProgram(createProgram())
