import { afterAll, afterEach, describe } from 'vitest'
import {
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '../../../../../tests/support/servers/service.ts'
import { type StoreKind, shareStores, storeKinds } from '../../../../../tests/support/servers/stores.ts'

export type StartOptions = Omit<TestServiceOptions, 'store'>

export interface Suite {
  readonly kind: StoreKind
  /** Starts a service with an empty store. The service stops after the test. */
  start(options?: StartOptions): Promise<TestService>
  /** Starts a service in `beforeAll`. The service stops after the suite. */
  startShared(options?: StartOptions): Promise<TestService>
}

/** Runs the same tests on both deployment types. */
export function describeOnStores(title: string, body: (suite: Suite) => void, kinds = storeKinds()): void {
  describe.each(kinds)(`${title} (%s)`, (kind) => {
    const ofTest: TestService[] = []
    const ofSuite: TestService[] = []
    afterEach(async () => {
      if (ofTest.length === 0) return
      await disposeAll(ofTest)
      // Redis stores counters by account id, and all services of the suite use the same ids.
      await (await shareStores(kind)).redis?.flush()
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
  // Load shedding is off by default, so that a busy machine does not cause 503 replies.
  const config = { shedDelayMs: 0, ...options.config }
  const store = await (await shareStores(kind)).freshMigrated()
  const service = await startTestService({ ...options, config, store })
  list.push(service)
  return service
}

async function disposeAll(services: TestService[]): Promise<void> {
  for (const service of services.splice(0)) await service.dispose()
}
