import { createProgram, runProgram } from '../../apps/server/commands/program.ts'

/** Runs `fairway` with a parent process that may request its CPU time. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
process.exitCode = await runProgram(createProgram())
process.disconnect?.()
