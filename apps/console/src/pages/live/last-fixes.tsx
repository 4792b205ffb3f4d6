import { CopyCall } from '../../ui/copy-call.tsx'
import { RequestFailure } from '../../ui/failure.tsx'
import { trackState } from './selected-track.ts'

const MAX_SHOWN_FIXES = 8

/** Lists the latest fixes and explains why some fixes did not change the live position. */
export function LastFixes() {
  const requestState = trackState.value
  const lastFixes = requestState.answer?.positions.slice(-MAX_SHOWN_FIXES).reverse() ?? []
  if (lastFixes.length === 0) return <RequestFailure requestState={requestState} />
  return (
    <details class="last-fixes">
      <summary>
        Last positions ({requestState.answer?.positions.length.toLocaleString('en')} in the last six hours)
      </summary>
      <table>
        <thead>
          <tr>
            <th>Time</th>
            <th>Position</th>
            <th class="number">km/h</th>
          </tr>
        </thead>
        <tbody>
          {lastFixes.map(({ time, at, speed_ms, flag }) => (
            <tr key={time}>
              <td>{new Date(time).toLocaleTimeString([], { hour12: false })}</td>
              <td>
                {at[0].toFixed(5)}, {at[1].toFixed(5)}
                {flag !== undefined && <small> · {flag}</small>}
              </td>
              <td class="number">{speed_ms === undefined ? '' : Math.round(speed_ms * 3.6)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <RequestFailure requestState={requestState} />
      <CopyCall call={requestState.call} />
    </details>
  )
}
