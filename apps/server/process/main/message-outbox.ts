import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { OnMonthTotals } from '../../platform/metering/store.ts'
import { Outbox } from '../../platform/notifications/outbox.ts'
import { createQuotaAlert } from '../../platform/notifications/quota-alert.ts'
import { createSmsProvider } from '../../platform/notifications/sms/sms-provider.ts'
import { type ExceededSmsCap, toSmsCaps } from '../../platform/notifications/sms-caps-store.ts'
import { OutboxStore } from '../../platform/notifications/store.ts'
import type { Component } from '../component.ts'
import type { Storage } from './storage.ts'

interface MessageOutboxOptions {
  readonly storage: Storage
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
}

/** Sender of SMS messages about quotas. The component is inactive if no provider is configured. */
export class MessageOutbox implements Component {
  readonly name = 'outbox'
  /** Adds the messages that new usage triggers. */
  quotaAlert: OnMonthTotals | undefined
  private readonly options: MessageOutboxOptions
  private outbox: Outbox | undefined
  /** End time of each reported cap. Each cap is reported once, because usage may reach it several times per second. */
  private readonly reportedCaps = new Map<string, number>()

  constructor(options: MessageOutboxOptions) {
    this.options = options
  }

  async start(): Promise<void> {
    const { storage, config, clock, log } = this.options
    const provider = createSmsProvider(config)
    if (!provider) return
    const store = new OutboxStore(storage.database.db, toSmsCaps(config))
    this.quotaAlert = createQuotaAlert({
      outbox: store,
      plans: config.plans,
      clock,
      alertPct: config.quotaAlertPct,
      onCapped: (exceededCap) => this.logCap(exceededCap),
    })
    this.outbox = new Outbox({ store, provider, clock, log: (fields, message) => log.info(fields, message) })
  }

  async sendDue(): Promise<void> {
    await this.outbox?.sendDue()
  }

  /** Deletes old messages, even if no provider is configured anymore. */
  async cleanUp(): Promise<void> {
    const { storage, config, clock } = this.options
    await new OutboxStore(storage.database.db, toSmsCaps(config)).cleanUp(clock.now())
  }

  private logCap({ scope, perDay, endsAt }: ExceededSmsCap): void {
    if (this.reportedCaps.get(scope) === endsAt) return
    this.reportedCaps.set(scope, endsAt)
    this.options.log.warn(
      { scope, perDay, until: new Date(endsAt) },
      'the SMS limit is reached; quota alerts are delayed until it resets',
    )
  }

  async stop(): Promise<void> {
    await this.outbox?.stop()
  }
}
