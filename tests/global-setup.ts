import { fileURLToPath } from 'node:url'
import { compileEmbeddedMap } from './support/maps/maps.ts'
import { compileSeas } from './support/maps/seas.ts'
import { compileWater } from './support/maps/water.ts'

/** Runs once before all tests: prepares what many of them need. */
export default async function setup(): Promise<void> {
  // Tests start some eighty servers and twice as many workers, which share the compile cache.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  await compileEmbeddedMap()
  await compileSeas()
  await compileWater()
}
