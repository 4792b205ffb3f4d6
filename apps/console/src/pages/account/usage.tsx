import type { AccountUsageReply, UsageQuota, UsageReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { createAsking } from '../../state/asked.ts'
import { type Call, CallFailed } from '../../state/calls.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Bars } from './bars.tsx'
import { accountCall, askArea, withSession } from './session.ts'
import { callsByDay, type DayLine, type OperationLine, sumByOperation } from './usage-sums.ts'

const areaAsking = createAsking<AccountUsageReply>()
const keyAsking = createAsking<UsageReply>()
const days = signal(31)

/** Usage of all keys of the signed-in account. */
export function AccountUse() {
  const call: Call = { method: 'GET', path: '/account/usage', query: { days: days.value } }
  useEffect(() => void areaAsking.ask(call), [days.value])
  const asked = areaAsking.state.value
  // Without a session, the whole page has to report it.
  useEffect(() => {
    if (asked.failure instanceof CallFailed && asked.failure.status === 401)
      void askArea(accountCall).catch(() => undefined)
  }, [asked.failure])
  return (
    <section aria-label="Usage">
      <div class="head">
        <h2>Usage</h2>
        <label class="inline">
          <span>Days</span>
          <select
            value={String(days.value)}
            onChange={(event) => {
              days.value = Number(event.currentTarget.value)
            }}
          >
            {[7, 31, 90, 366].map((count) => (
              <option key={count} value={String(count)}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="quiet" onClick={() => void areaAsking.ask(call)}>
          Refresh
        </button>
      </div>
      {asked.answer !== undefined && (
        <Use quota={asked.answer.quota} lines={asked.answer.usage} operations={asked.answer.usage} days={days.value} />
      )}
      <Failure asked={asked} />
      <CopyCall call={withSession(call)} />
    </section>
  )
}

const keyCall: Call = { method: 'GET', path: '/v1/account/usage' }

/** Usage of the console key in this month. Requires no session. */
export function KeyUse({ apiKey }: { readonly apiKey: string }) {
  useEffect(() => void keyAsking.ask(keyCall), [apiKey])
  const asked = keyAsking.state.value
  const { answer } = asked
  return (
    <section aria-label="Usage">
      <h2>Usage of this key’s account</h2>
      {answer !== undefined && (
        <>
          <p class="hint">
            Plan {answer.plan}: {answer.rate.per_second} requests per second, {answer.rate.burst} in a burst.
          </p>
          <Use
            quota={answer.quota}
            lines={answer.usage.by_day}
            operations={answer.usage.by_operation}
            days={new Date().getUTCDate()}
          />
        </>
      )}
      <Failure asked={asked} />
      <CopyCall call={keyCall} />
    </section>
  )
}

interface UseProps {
  readonly quota: UsageQuota
  readonly lines: readonly DayLine[]
  readonly operations: readonly OperationLine[]
  readonly days: number
}

function Use({ quota, lines, operations, days: count }: UseProps) {
  const sums = sumByOperation(operations)
  return (
    <>
      <Quota quota={quota} />
      <Bars title="Requests by day" bars={callsByDay(lines, count, Date.now())} />
      {sums.length === 0 ? (
        <p class="hint">No requests yet</p>
      ) : (
        <table>
          <caption class="hint">Requests by operation</caption>
          <thead>
            <tr>
              <th>Operation</th>
              <th class="number">Requests</th>
              <th class="number">Routes</th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ operation, calls, routes }) => (
              <tr key={operation}>
                <td>{operation}</td>
                <td class="number">{calls.toLocaleString('en')}</td>
                <td class="number">{routes.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function Quota({ quota: { used, routes_per_month, remaining, resets_at } }: { readonly quota: UsageQuota }) {
  const percent = Math.min(100, (100 * used) / Math.max(1, routes_per_month))
  const reset = new Date(resets_at).toLocaleDateString([], { day: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <div class="quota">
      <p>
        <span class="figure">{used.toLocaleString('en')}</span> of {routes_per_month.toLocaleString('en')} routes used
        this month
      </p>
      <div class="progress" aria-hidden="true">
        <span class={percent >= 90 ? 'nearly' : ''} style={{ width: `${Math.max(used > 0 ? 0.8 : 0, percent)}%` }} />
      </div>
      <p class="hint">
        {remaining.toLocaleString('en')} left until {reset}, UTC.
      </p>
    </div>
  )
}
