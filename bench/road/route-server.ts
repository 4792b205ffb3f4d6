import { importProgram } from '../../tests/support/servers/bundled-program.ts'

/** `fairway` with a parent process that may request its CPU time. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
const { createProgram, runProgram } = await importProgram()
process.exitCode = await runProgram(createProgram())
process.disconnect?.()
