import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

/** Tests of operations, maps, traffic and the client that run a service in the same process. */
const api = [
  'apps/**/tests/**/*.test.ts',
  'tests/api/**/*.test.ts',
  'tests/client/**/*.test.ts',
  'tests/scenarios/**/*.test.ts',
  'tests/traffic/**/*.test.ts',
]
/** Tests next to their code. `npm run test:unit` runs these tests. */
const unit = ['apps/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/architecture/*.test.ts']
/**
 * Unit tests that take many seconds: random comparisons with a reference, builds of worldwide data,
 * browsers and processes.
 */
const slow = ['**/*.slow.test.ts']
/** Tests that change the state of the process or of modules that other tests in the same worker share. */
const isolated = [
  'packages/road/instructions/phrases.test.ts',
  'tests/cli/{admin,config,exit-codes}.test.ts',
  'tests/e2e/copied-code.test.ts',
  'tests/faults/tracking-nodes.test.ts',
  'tests/support/support.test.ts',
]
/** Tests that start, kill and inspect processes. These tests start first because they take longest. */
const system = ['tests/**/*.test.ts', 'bench/**/*.test.ts']

/**
 * Starts the threads of the server from the bundle that tests/global-setup.ts creates. A thread of the bundle needs a
 * sixth of the CPU time to start, because it loads a few files instead of some hundreds. In watch mode, threads start
 * from their sources, because the bundle does not follow changes.
 */
let isWatching = false
const bundledThreads: Plugin = {
  name: 'bundled-threads',
  enforce: 'pre',
  configureVitest: ({ vitest }) => {
    isWatching = vitest.config.watch
  },
  transform(code, id) {
    if (isWatching || id.includes('node_modules')) return undefined
    return code.replaceAll(/new URL\('([^']+-(?:thread|worker)\.ts)', import\.meta\.url\)/g, (found, path: string) => {
      const source = resolve(dirname(id), path)
      const bundled = resolve(import.meta.dirname, 'apps/server/dist', `${basename(source, '.ts')}.js`)
      // Test folders contain threads of their own, which are not part of the bundle.
      if (/[\\/]tests?(ing)?[\\/]/.test(source) || !existsSync(bundled)) return found
      return `new URL('${pathToFileURL(bundled).href}')`
    })
  },
}

export default defineConfig({
  plugins: [bundledThreads],
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Many tests wait for servers, so two cores need four workers. More workers load the same modules again.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    // A busy machine is slow, so these limits only end tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Projects run in the order of their names.
    projects: [
      {
        extends: true,
        // Modules are loaded once per worker. Loading them once per file would take a third of the total time.
        test: {
          name: 'a-system',
          include: system,
          exclude: [...api, ...unit, ...isolated],
          isolate: false,
          globalSetup: [],
        },
      },
      {
        extends: true,
        test: { name: 'b-isolated', include: isolated, globalSetup: [] },
      },
      {
        extends: true,
        test: { name: 'c-api', include: [...api, ...slow], isolate: false, globalSetup: [] },
      },
      {
        extends: true,
        test: { name: 'unit', include: unit, exclude: [...api, ...slow, ...isolated], isolate: false, globalSetup: [] },
      },
    ],
  },
})
