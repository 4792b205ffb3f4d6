import { createProgram, run } from '../../../apps/server/commands/program.ts'

/** `fairway` with the probe operation beside its own. A parent that started it with a channel may ask for its CPU time. */
process.on('message', () => process.send?.({ cpu: process.cpuUsage() }))
const probe = new URL('./probe-feature.ts', import.meta.url).href
process.exitCode = await run(createProgram([probe]))
process.disconnect?.()
