import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SilenceWatch } from './events/silence-store.ts'
import { LocalFanOut } from './streams/fan-out.ts'
import { WebhookDeliverer } from './webhooks/deliverer.ts'
import { DeliveryStore } from './webhooks/delivery-store.ts'

export interface RuleTask {
  readonly name: string
  readonly intervalMs: number
  readonly run: () => Promise<void>
}

export interface RuleTasksOptions {
  readonly clock: Clock
  /** Whether webhooks may have targets on private networks. */
  readonly allowPrivateTargets: boolean
  readonly log: (fields: object, message: string) => void
}

const SILENCE_INTERVAL_MS = 1000
const WEBHOOK_INTERVAL_MS = 500

/** Creates the tasks of the main thread that evaluate rules between positions and send webhooks. */
export function createRuleTasks({ db, kind }: Database, options: RuleTasksOptions): RuleTask[] {
  const { clock, allowPrivateTargets: allowPrivate, log } = options
  const store = new DeliveryStore(db)
  const deliverer = new WebhookDeliverer({ store, clock, allowPrivate, log })
  // Only one process uses an embedded database.
  let isReleased = kind !== 'sqlite'
  const sendWebhooks = async () => {
    if (!isReleased) await store.releaseAll()
    isReleased = true
    await deliverer.sendDue()
  }
  const fanOut = new LocalFanOut(true)
  const silence = new SilenceWatch(db, (account) => fanOut.notify(account))
  return [
    { name: 'watch silent assets', intervalMs: SILENCE_INTERVAL_MS, run: () => silence.run(clock.now()) },
    { name: 'send webhooks', intervalMs: WEBHOOK_INTERVAL_MS, run: sendWebhooks },
  ]
}
