import { randomInt } from 'node:crypto'
import type { Logger } from 'pino'
import { AuditStore } from '../../features/accounts/audit/audit-store.ts'
import { cleanUpAccounts } from '../../features/accounts/life/clean-up.ts'
import { AccountDeletion } from '../../features/accounts/life/delete-account-store.ts'
import { pruneTracks } from '../../features/tracking/assets/housekeeping.ts'
import { ProbeStore } from '../../features/tracking/positions/probe-store.ts'
import { TrafficProbes } from '../../features/tracking/positions/traffic-probes.ts'
import { createRuleTasks } from '../../features/tracking/rule-tasks.ts'
import type { Config } from '../../platform/config/config.ts'
import { createRevisionNotifier } from '../../platform/metering/limit-memory.ts'
import type { Component } from '../component.ts'
import type { ExternalGeocoder } from './geocoder.ts'
import type { Maps } from './maps.ts'
import type { MessageOutbox } from './message-outbox.ts'
import type { Metering } from './metering.ts'
import { PeriodicRunner } from './periodic-runner.ts'
import { createRevisionWatch } from './revision-watch.ts'
import type { ServiceClock } from './service-clock.ts'
import type { Storage } from './storage.ts'

interface PeriodicTasksOptions {
  readonly config: Config
  readonly log: Logger
  readonly storage: Storage
  readonly clock: ServiceClock
  readonly metering: Metering
  readonly outbox: MessageOutbox
  readonly geocoder: ExternalGeocoder
  readonly maps: Maps
}

/** Interval for writing usage. If the process is killed, less than a second of usage is lost. */
const USAGE_INTERVAL_MS = 400
/** Interval for detecting changes by another machine or an operator command. */
const REVISION_INTERVAL_MS = 500
const OUTBOX_INTERVAL_MS = 1000
const CLEANUP_INTERVAL_MS = 3_600_000
/** Range of the delay before the first cleanup. The delay is short, because some servers never run for an hour. */
const FIRST_CLEANUP_DELAY_RANGE_MS = [10_000, 60_000] as const
const CLOCK_INTERVAL_MS = 60_000
const DAY_MS = 86_400_000
/** Interval for turning vehicle probes into traffic. Each round needs a new snapshot of the affected maps. */
const PROBE_INTERVAL_MS = 60_000

/**
 * Periodic tasks of the main thread. The tasks form one component because they all end together. A database that does
 * not respond then delays the shutdown only once, not once per task.
 */
export class PeriodicTasks implements Component {
  readonly name = 'periodic tasks'
  private readonly options: PeriodicTasksOptions
  private readonly runner: PeriodicRunner

  constructor(options: PeriodicTasksOptions) {
    this.options = options
    this.runner = new PeriodicRunner(options.log)
  }

  async start(): Promise<void> {
    const { runner } = this
    const { storage, clock, metering, outbox } = this.options
    runner.schedule(USAGE_INTERVAL_MS, 'write usage', () => metering.flush())
    runner.schedule(
      REVISION_INTERVAL_MS,
      'notice changes',
      createRevisionWatch(storage.database, createRevisionNotifier(metering.limitMemory)),
    )
    if (clock.correctClock) runner.schedule(CLOCK_INTERVAL_MS, 'compare clocks', clock.correctClock)
    runner.schedule(OUTBOX_INTERVAL_MS, 'send messages', () => outbox.sendDue())
    this.addCleanups()
    this.addProbes()
    this.addRuleTasks()
  }

  async stop(): Promise<void> {
    await this.runner.stop()
  }

  private addCleanups(): void {
    const { config, storage, clock, outbox, geocoder } = this.options
    const { database } = storage
    const now = () => clock.correctedClock.now()
    const cleanUp = (name: string, work: () => Promise<void>): void => {
      // The random delay prevents servers that start together from cleaning up at the same time.
      this.runner.schedule(CLEANUP_INTERVAL_MS, name, work, randomInt(...FIRST_CLEANUP_DELAY_RANGE_MS))
    }
    cleanUp('clean up', () => cleanUpAccounts(database, now()))
    cleanUp('delete old messages', () => outbox.cleanUp())
    const audit = new AuditStore(database.db)
    cleanUp('delete old audit entries', () => audit.deleteBefore(now() - config.auditDays * DAY_MS))
    const deletion = new AccountDeletion(database.db)
    cleanUp('finish the deletion of accounts', () => deletion.finishDeletions())
    cleanUp('delete old tracks', () => pruneTracks(database, config.plans, now()))
    cleanUp('delete old geocoder replies', () => geocoder.cleanUp())
  }

  private addRuleTasks(): void {
    const { config, storage, clock, log } = this.options
    const tasks = createRuleTasks(storage.database, {
      clock: clock.correctedClock,
      allowPrivateTargets: config.webhookPrivateTargets,
      log: (fields, message) => log.info(fields, message),
    })
    for (const { name, intervalMs, run } of tasks) this.runner.schedule(intervalMs, name, run)
  }

  private addProbes(): void {
    const { storage, clock, maps } = this.options
    const probes = new TrafficProbes(new ProbeStore(storage.database.db))
    this.runner.schedule(PROBE_INTERVAL_MS, 'collect vehicle speeds', async () => {
      // Probes can be read only once, so reading waits until the maps are loaded.
      if (maps.areLoaded) await maps.regions.addProbes(await probes.readDrives(clock.correctedClock.now()))
    })
  }
}
