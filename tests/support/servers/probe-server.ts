import { importProgram } from './bundled-program.ts'

/** `fairway` with the additional probe operation. A parent process with an IPC channel can request its CPU time. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
const probe = new URL('./probe-feature.ts', import.meta.url).href
const { createProgram, runProgram } = await importProgram()
process.exitCode = await runProgram(createProgram([probe]))
process.disconnect?.()
