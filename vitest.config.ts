import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
/** Tests of modules with JSX or CSS, which Node cannot load. Vite transforms these modules. */
const transformed = ['apps/console/**/*.test.ts', 'apps/server/features/docs/render/theme.test.ts']
/**
 * Node loads all other modules itself. Vite would transform each of them and replace every use of an import with a
 * getter call, which takes a fifth of the CPU time of the tests.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', new URL('tests/support/bundled-threads.ts', import.meta.url).href],
}

export default defineConfig({
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
          ...native,
          name: 'a-system',
          include: system,
          exclude: [...api, ...unit, ...isolated],
          isolate: false,
          globalSetup: [],
        },
      },
      {
        extends: true,
        test: { ...native, name: 'b-isolated', include: isolated, globalSetup: [] },
      },
      {
        extends: true,
        test: { ...native, name: 'c-api', include: [...api, ...slow], isolate: false, globalSetup: [] },
      },
      {
        extends: true,
        test: { name: 'transformed', include: transformed, exclude: slow, isolate: false, globalSetup: [] },
      },
      {
        extends: true,
        test: {
          ...native,
          name: 'unit',
          include: unit,
          exclude: [...api, ...slow, ...isolated, ...transformed],
          isolate: false,
          globalSetup: [],
        },
      },
    ],
  },
})
