import { createProgram, runProgram } from '../../../apps/server/commands/program.ts'

/**
 * Runs `fairway` with the additional probe operation. A parent process with an IPC channel can request its CPU time.
 */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
const probe = new URL('./probe-feature.ts', import.meta.url).href
process.exitCode = await runProgram(createProgram([probe]))
process.disconnect?.()
