import { createProgram, run } from '../../apps/server/commands/program.ts'

/** `fairway` with the probe and the faulty operations beside its own. */
const features = ['../support/servers/probe-feature.ts', './faulty-feature.ts']
process.exitCode = await run(createProgram(features.map((file) => new URL(file, import.meta.url).href)))
