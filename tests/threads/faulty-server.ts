import { createProgram, runProgram } from '../../apps/server/commands/program.ts'

/** `fairway` with the additional probe and faulty operations. */
const features = ['../support/servers/probe-feature.ts', './faulty-feature.ts']
process.exitCode = await runProgram(createProgram(features.map((file) => new URL(file, import.meta.url).href)))
