import { createProgram, runProgram } from '../../apps/server/commands/program.ts'

/** Runs `fairway` and reports its CPU time when the parent process requests it. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.exitCode = await runProgram(createProgram())
process.disconnect?.()
