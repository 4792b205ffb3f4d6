import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that only import modules: those are loaded once per worker, not once per file, which would take a third of the time. */
const together = [
  'apps/**/*.test.ts',
  'packages/**/*.test.ts',
  'tests/api/**/*.test.ts',
  'tests/scenarios/**/*.test.ts',
  'tests/traffic/**/*.test.ts',
]

/** Modules of packages that other tests leave in another state. */
const untouched = ['packages/road/instructions/phrases.test.ts']

/** Those that start processes, end them, and look at what is left: each in a worker of its own. They begin, as the longest. */
const alone = ['tests/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Many tests wait for servers: with two cores, three files at a time are done sooner than two.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A page shows what it shall a moment later, and on a busy machine later than that.
    expect: { poll: { timeout: 10_000 } },
    // Run in the order of their names.
    projects: [
      { extends: true, test: { name: 'alone', include: alone, exclude: together, globalSetup: [] } },
      { extends: true, test: { name: 'apart', include: untouched, globalSetup: [] } },
      {
        extends: true,
        test: { name: 'together', include: together, exclude: untouched, isolate: false, globalSetup: [] },
      },
    ],
  },
})
