import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * Tests that only import modules. They share workers, so modules load once per worker. Loading them once per file would
 * take a third of the time.
 */
const together = [
  'apps/**/*.test.ts',
  'packages/**/*.test.ts',
  'tests/api/**/*.test.ts',
  'tests/scenarios/**/*.test.ts',
  'tests/traffic/**/*.test.ts',
]

/** Requires package modules that other tests have not modified. */
const untouched = ['packages/road/instructions/phrases.test.ts']

/**
 * Tests that start and stop processes and check what remains. Each runs in its own worker. They start first, because
 * they take longest.
 */
const alone = ['tests/**/*.test.ts', 'bench/**/*.test.ts', 'scripts/**/*.test.ts']

export default defineConfig({
  test: {
    globalSetup: ['tests/global-setup.ts'],
    // Many tests wait for servers, so three files at a time finish sooner than two on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A page updates with a delay, and later on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    // Projects run in order of their names.
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
