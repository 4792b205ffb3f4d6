import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OnMonthsGrown } from '../../platform/metering/store.ts'
import { Outbox } from '../../platform/notifications/outbox.ts'
import { quotaAlert } from '../../platform/notifications/quota-alert.ts'
import { createTextProvider } from '../../platform/notifications/sms/sms-provider.ts'
import { OutboxStore } from '../../platform/notifications/store.ts'
import type { Component } from '../component.ts'
import type { Storage } from './storage.ts'

interface MessageOutboxOptions {
  readonly storage: Storage
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
}

/** Text messages about quotas. Inactive when no provider is configured. */
export class MessageOutbox implements Component {
  readonly name = 'outbox'
  /** Adds the messages that new usage triggers. */
  quotaAlert: OnMonthsGrown | undefined
  private readonly options: MessageOutboxOptions
  private outbox: Outbox | undefined

  constructor(options: MessageOutboxOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { storage, config, clock, log } = this.options
    const provider = createTextProvider(config)
    if (!provider) return
    const store = new OutboxStore(storage.database.db)
    this.quotaAlert = quotaAlert({ outbox: store, plans: config.plans, clock, alertPct: config.quotaAlertPct })
    this.outbox = new Outbox({ store, provider, clock, log: (fields, text) => log.info(fields, text) })
  }

  async sendDue(): Promise<void> {
    await this.outbox?.sendDue()
  }

  async stop(): Promise<void> {
    await this.outbox?.stop()
  }
}
