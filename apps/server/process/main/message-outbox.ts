import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OnMonthTotals } from '../../platform/metering/store.ts'
import { Outbox } from '../../platform/notifications/outbox.ts'
import { createQuotaAlert } from '../../platform/notifications/quota-alert.ts'
import { createSmsProvider } from '../../platform/notifications/sms/sms-provider.ts'
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
  quotaAlert: OnMonthTotals | undefined
  private readonly options: MessageOutboxOptions
  private outbox: Outbox | undefined

  constructor(options: MessageOutboxOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { storage, config, clock, log } = this.options
    const provider = createSmsProvider(config)
    if (!provider) return
    const store = new OutboxStore(storage.database.db)
    this.quotaAlert = createQuotaAlert({ outbox: store, plans: config.plans, clock, alertPct: config.quotaAlertPct })
    this.outbox = new Outbox({ store, provider, clock, log: (fields, message) => log.info(fields, message) })
  }

  async sendDue(): Promise<void> {
    await this.outbox?.sendDue()
  }

  async stop(): Promise<void> {
    await this.outbox?.stop()
  }
}
