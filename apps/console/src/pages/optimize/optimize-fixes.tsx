import { findBlamedIndexes } from '../../entry/failure-text.ts'
import { FixButtons } from '../../fixes/fix-buttons.tsx'
import { toFixablePoints } from '../../fixes/fixable-stops.ts'
import type { Fix } from '../../fixes/list-point-fixes.ts'
import { replaceFieldNames } from './field-text.ts'
import { allFields } from './settings.ts'
import { changeSettings, changeStops, optimizeRequest, settings, solve, stops } from './state.ts'

/** Renders buttons that change the request so that it may succeed, and send it again. */
export function OptimizeFixes() {
  const requestState = optimizeRequest.state.value
  const { failure } = requestState
  if (failure === undefined || failure.isTemporary) return null
  const isAboutPoint = /\bha(?:s|ve) no road|outside the loaded maps/.test(failure.message)
  const blamedIndexes = isAboutPoint ? findBlamedIndexes(requestState) : new Set<number>()
  return (
    <FixButtons
      message={failure.message}
      fixes={listSettingFixes(replaceFieldNames(failure.message))}
      points={toFixablePoints(stops.value, blamedIndexes, 'stop', () => stops.peek(), applyStops)}
      keepFirst={(count) => applyStops(stops.peek().slice(0, count))}
      noun="stop"
    />
  )
}

/** Lists the settings that the message names and that the user has set. */
function listSettingFixes(message: string): readonly Fix[] {
  return allFields
    .filter(({ name, label }) => settings.value[name] !== undefined && message.includes(`“${label}”`))
    .map(({ name, label }) => ({
      label: `Clear “${label}”`,
      run: () => {
        changeSettings({ [name]: '' })
        solve()
      },
    }))
}

function applyStops(next: typeof stops.value): void {
  changeStops(next, { fitView: true, pushHistory: true })
  if (next.length > 1) solve()
}
