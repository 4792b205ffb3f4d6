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
  /** A service on an empty store of its own; it ends with the test that started it. */
  start(options?: StartOptions): Promise<TestService>
  /** The same for `beforeAll`: it ends with the suite. */
  startShared(options?: StartOptions): Promise<TestService>
}

/**
 * Started by the first service that needs them, for all files of the worker, and ended with it: starting a database for each
 * file would take a minute of all tests. Every service has a database of its own in them.
 */
const stores = new Map<StoreKind, Promise<Stores>>()

/** The same guarantees on both ways Fairway is run. */
export function describeOnStores(title: string, body: (suite: Suite) => void, kinds = storeKinds()): void {
  describe.each(kinds)(`${title} (%s)`, (kind) => {
    const ofTest: TestService[] = []
    const ofSuite: TestService[] = []
    afterEach(async () => {
      if (ofTest.length === 0) return
      await disposeAll(ofTest)
      // Accounts are counted by number, and the suite's service has the same numbers in the same Redis.
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
  // A busy machine must not turn replies into 503; the tests of shedding ask for it.
  const config = { shedDelayMs: 0, ...options.config }
  const service = await startTestService({ ...options, config, store: await (await started).fresh() })
  list.push(service)
  return service
}

async function disposeAll(services: TestService[]): Promise<void> {
  for (const service of services.splice(0)) await service.dispose()
}
