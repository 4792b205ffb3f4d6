import { createProgram, runProgram } from '../../apps/server/commands/program.ts'

/** Runs `fairway` with the additional probe and faulty operations. */
const features = [
  new URL('../support/servers/probe-feature.ts', import.meta.url).href,
  new URL('./faulty-feature.ts', import.meta.url).href,
]
process.exitCode = await runProgram(createProgram(features))
