import { randomUUID } from 'node:crypto'
import { type Clock, getNextMonthStart } from '../clock.ts'
import type { PlanName, Plans } from '../config/plans.ts'
import type { OnMonthTotals } from '../metering/store.ts'
import type { ExceededSmsCap } from './sms-caps-store.ts'
import type { OutboxStore } from './store.ts'

export interface QuotaAlertOptions {
  readonly outbox: OutboxStore
  readonly plans: Plans
  readonly clock: Clock
  readonly alertPct: number
  /** Called when an SMS cap suppresses an alert. Usage after the end of the cap creates the alert. */
  readonly onCapped: (exceededCap: ExceededSmsCap) => void
}

/**
 * Adds the SMS to the outbox in the same transaction as the usage. The condition depends on the stored state, not on
 * the moment when usage crosses the threshold. A crash or a phone number that is added later therefore makes no
 * difference.
 */
export function createQuotaAlert({ outbox, plans, clock, alertPct, onCapped }: QuotaAlertOptions): OnMonthTotals {
  return async (trx, months) => {
    const now = clock.now()
    const phones = await outbox.listPhones(
      trx,
      months.map(({ account }) => account),
    )
    for (const { number, phone, plan } of phones) {
      const quota = plans[plan as PlanName].routesPerMonth
      for (const { account, month, units } of months) {
        if (account !== number || phone === null || units < (quota * alertPct) / 100) continue
        const body = describeQuotaAlert(units, quota, Date.parse(`${month}-01`))
        const exceededCap = await outbox.enqueue(trx, {
          id: randomUUID(),
          kind: 'quota-alert',
          account,
          month,
          recipient: phone,
          body,
          now,
        })
        if (exceededCap) onCapped(exceededCap)
      }
    }
  }
}

export function describeQuotaAlert(usedUnits: number, quota: number, month: number): string {
  const percent = Math.floor((usedUnits / quota) * 100)
  const resetDate = new Date(getNextMonthStart(month)).toISOString().slice(0, 10)
  const formatCount = (value: number) => value.toLocaleString('en-US')
  return `Fairway: ${percent} % of this month's ${formatCount(quota)} routes are used (${formatCount(usedUnits)}). The quota resets on ${resetDate}, 00:00 UTC.`
}
