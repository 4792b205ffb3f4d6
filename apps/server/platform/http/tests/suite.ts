import { afterAll, afterEach, describe } from 'vitest'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../../../tests/support/servers/service.ts'
import { type StoreKind, type Stores, startStores, storeKinds } from '../../../../../tests/support/servers/stores.ts'

export type StartOptions = Omit<TestServiceOptions, 'store'>

export interface Suite {
  readonly kind: StoreKind
  /** A service on its own empty store. It ends with the test that started it. */
  start(options?: StartOptions): Promise<TestService>
  /** The same for `beforeAll`. It ends with the suite. */
  startShared(options?: StartOptions): Promise<TestService>
}

/**
 * Started by the first service that needs them, shared by all files of the worker, and stopped with it. Starting a
 * database per file would add a minute to the test run. Every service has its own database in them.
 */
const stores = new Map<StoreKind, Promise<Stores>>()

/** Runs the same tests on both deployment types. */
export function describeOnStores(title: string, body: (suite: Suite) => void, kinds = storeKinds()): void {
  describe.each(kinds)(`${title} (%s)`, (kind) => {
    const ofTest: TestService[] = []
    const ofSuite: TestService[] = []
    afterEach(async () => {
      if (ofTest.length === 0) return
      await disposeAll(ofTest)
      // Counters are stored by account id, and the suite's service uses the same ids in the same Redis.
      await (await stores.get(kind))?.redis?.flush()
    })
    afterAll(() => disposeAll(ofSuite))
    body({
      kind,
      start: (options = {}) => startInto(ofTest, kind, options),
      startShared: (options = {}) => startInto(ofSuite, kind, options),
    })
  })
}

async function startInto(list: TestService[], kind: StoreKind, options: StartOptions): Promise<TestService> {
  const started = stores.get(kind) ?? startStores(kind)
  stores.set(kind, started)
  // A busy machine must not turn replies into 503. Tests of load shedding enable it explicitly.
  const config = { shedDelayMs: 0, ...options.config }
  const service = await startTestService({ ...options, config, store: await (await started).fresh() })
  list.push(service)
  return service
}

async function disposeAll(services: TestService[]): Promise<void> {
  for (const service of services.splice(0)) await service.dispose()
}
