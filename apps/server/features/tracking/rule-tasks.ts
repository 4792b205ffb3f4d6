import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/storage/database.ts'
import { SilenceWatch } from './events/silence-store.ts'
import { LocalFanOut } from './streams/fan-out.ts'

export interface RuleTask {
  readonly name: string
  readonly intervalMs: number
  readonly run: () => Promise<void>
}

const SILENCE_INTERVAL_MS = 1000

/** What the main thread does about rules between positions. */
export function createRuleTasks({ db }: Database, clock: Clock): RuleTask[] {
  const fanOut = new LocalFanOut(true)
  const silence = new SilenceWatch(db, (account) => fanOut.notify(account))
  return [{ name: 'watch silent assets', intervalMs: SILENCE_INTERVAL_MS, run: () => silence.run(clock.now()) }]
}
