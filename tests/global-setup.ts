import { fileURLToPath } from 'node:url'
import { compileEmbedded } from './support/maps/maps.ts'
import { compileSeas } from './support/maps/seas.ts'
import { compileWater } from './support/maps/water.ts'

/** Once per run, before all tests: what many of them need and none should wait for alone. */
export default async function setup(): Promise<void> {
  // Tests start some eighty servers and twice as many workers: what one has compiled, the next ones need not.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  await compileEmbedded()
  await compileSeas()
  await compileWater()
}
