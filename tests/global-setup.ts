import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { compileEmbeddedMap } from './support/maps/maps.ts'
import { prepareMap } from './support/maps/prepared-map.ts'
import { run } from './support/servers/processes.ts'
import { testServers } from './support/servers/server-process.ts'

/** Prepares shared test data once before all tests. */
export default async function setup({ vitest }: TestProject): Promise<void> {
  // Tests start about eighty servers and twice as many workers, which share the compile cache.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
  const bundle = fileURLToPath(new URL('../apps/server/bundle.ts', import.meta.url))
  await run(process.execPath, [bundle])
  const bundleFolder = fileURLToPath(new URL('../apps/server/dist', import.meta.url))
  if (!vitest.config.watch) process.env.FW_BUNDLED_THREADS = bundleFolder
  await run(process.execPath, [bundle, testServers.folder, ...testServers.programs])
  // Building a new bundle removes the map that npm has prepared.
  await prepareMap()
  const seasAndWater = fileURLToPath(new URL('./support/maps/compile-seas-and-water.ts', import.meta.url))
  await Promise.all([compileEmbeddedMap(), run(process.execPath, [seasAndWater])])
}
