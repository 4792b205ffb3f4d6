import { compileSeas } from './seas.ts'
import { compileWater } from './water.ts'

/** This file runs in a separate process, because compiling occupies a core for half a minute. */
await compileSeas()
await compileWater()
