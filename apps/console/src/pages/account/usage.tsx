import type { AccountUsageReply, UsageQuota, UsageReply } from '@fairway/client'
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { createApiRequest } from '../../state/api-request.ts'
import { type ApiCall, CallError } from '../../state/calls.ts'
import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { BarChart } from './bars.tsx'
import { accountCall, addSessionHeader, callAccountApi } from './session.ts'
import { type DayUsage, type OperationUsage, sumByOperation, sumCallsByDay } from './usage-sums.ts'

const accountUsageRequest = createApiRequest<AccountUsageReply>()
const keyUsageRequest = createApiRequest<UsageReply>()
const dayCount = signal(31)

/** Shows the usage of all keys of the signed-in account. */
export function AccountUsage() {
  const call: ApiCall = { method: 'GET', path: '/account/usage', query: { days: dayCount.value } }
  useEffect(() => void accountUsageRequest.send(call), [dayCount.value])
  const requestState = accountUsageRequest.state.value
  // When the session has ended, the whole page must update.
  useEffect(() => {
    if (requestState.failure instanceof CallError && requestState.failure.status === 401)
      void callAccountApi(accountCall).catch(() => undefined)
  }, [requestState.failure])
  return (
    <section aria-label="Usage">
      <div class="head">
        <h2>Usage</h2>
        <label class="inline">
          <span>Days</span>
          <select
            value={String(dayCount.value)}
            onChange={(event) => {
              dayCount.value = Number(event.currentTarget.value)
            }}
          >
            {[7, 31, 90, 366].map((count) => (
              <option key={count} value={String(count)}>
                {count}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="quiet" onClick={() => void accountUsageRequest.send(call)}>
          Refresh
        </button>
      </div>
      {requestState.answer !== undefined && (
        <Usage
          quota={requestState.answer.quota}
          dayUsages={requestState.answer.usage}
          operations={requestState.answer.usage}
          days={dayCount.value}
        />
      )}
      <RequestFailure requestState={requestState} />
      <CopyCall call={addSessionHeader(call)} />
    </section>
  )
}

const keyUsageCall: ApiCall = { method: 'GET', path: '/v1/account/usage' }

/** Shows the usage of the console key for this month. This request needs no session. */
export function KeyUsage({ apiKey }: { readonly apiKey: string }) {
  useEffect(() => void keyUsageRequest.send(keyUsageCall), [apiKey])
  const requestState = keyUsageRequest.state.value
  const { answer } = requestState
  return (
    <section aria-label="Usage">
      <h2>Usage of this key’s account</h2>
      {answer !== undefined && (
        <>
          <p class="hint">
            Plan {answer.plan}: {answer.rate.per_second} {answer.rate.per_second === 1 ? 'request' : 'requests'} per
            second, {answer.rate.burst} in a burst.
          </p>
          <Usage
            quota={answer.quota}
            dayUsages={answer.usage.by_day}
            operations={answer.usage.by_operation}
            days={new Date().getUTCDate()}
          />
        </>
      )}
      <RequestFailure requestState={requestState} />
      <CopyCall call={keyUsageCall} />
    </section>
  )
}

interface UsageProps {
  readonly quota: UsageQuota
  readonly dayUsages: readonly DayUsage[]
  readonly operations: readonly OperationUsage[]
  readonly days: number
}

function Usage({ quota, dayUsages, operations, days: count }: UsageProps) {
  const operationSums = sumByOperation(operations)
  return (
    <>
      <Quota quota={quota} />
      <BarChart title="Requests by day" bars={sumCallsByDay(dayUsages, count, Date.now())} />
      {operationSums.length === 0 ? (
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
            {operationSums.map(({ operation, calls, routes }) => (
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
  const resetDate = new Date(resets_at).toLocaleDateString([], { day: 'numeric', month: 'long', timeZone: 'UTC' })
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
        {remaining.toLocaleString('en')} routes left until {resetDate} (UTC).
      </p>
    </div>
  )
}
