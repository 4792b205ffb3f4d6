import { importProgram } from '../support/servers/bundled-program.ts'

/** `fairway` with the additional probe and faulty operations. */
const features = ['../support/servers/probe-feature.ts', './faulty-feature.ts']
const { createProgram, runProgram } = await importProgram()
process.exitCode = await runProgram(createProgram(features.map((file) => new URL(file, import.meta.url).href)))
