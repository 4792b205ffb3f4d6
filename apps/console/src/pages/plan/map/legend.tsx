import { dayColors, nightColors, signalColors } from '../../../map/colors.ts'
import { useLayers } from '../../../map/use-layers.ts'
import { loadedMaps } from '../../../state/loaded-maps.ts'
import { isBoolean, persistentSignal } from '../../../state/persistent-signal.ts'
import { isDark } from '../../../state/theme.ts'
import { draft } from '../draft-state.ts'
import { IncidentMarks } from './incident-marks.tsx'

const showsTraffic = persistentSignal('traffic', true, isBoolean)

/** Explains the map colors in this mode and toggles the traffic layer. */
export function Legend() {
  const { mode } = draft.value
  const hasTraffic = (mode === 'road' || mode === 'av') && loadedMaps.value?.has_traffic === true
  useLayers('traffic', hasTraffic && showsTraffic.value)
  useLayers('air', mode === 'drone')
  useLayers('av', mode === 'av')
  const colors = isDark.value ? nightColors : dayColors
  if (mode === 'sea' || (mode === 'road' && !hasTraffic)) return null
  return (
    <section class="legend" aria-label="Legend">
      {mode === 'drone' && <Swatch color={colors.zone} text="No-fly zone" />}
      {mode === 'drone' && <Swatch color={colors.corridor} text="Corridor" />}
      {mode === 'av' && <Swatch color={colors.domain} text="Domain" />}
      {hasTraffic && (
        <label>
          <input
            type="checkbox"
            checked={showsTraffic.value}
            onChange={() => {
              showsTraffic.value = !showsTraffic.value
            }}
          />
          Traffic
        </label>
      )}
      {hasTraffic && showsTraffic.value && (
        <>
          <Swatch color={signalColors.free} text="free" />
          <Swatch color={signalColors.slow} text="slow" />
          <Swatch color={signalColors.jam} text="jam" />
          <Swatch color={signalColors.closed} text="closed" />
          <span class="swatch">
            <b class="incident-sign" aria-hidden="true">
              !
            </b>
            incident
          </span>
          <IncidentMarks />
        </>
      )}
    </section>
  )
}

function Swatch({ color, text }: { readonly color: string; readonly text: string }) {
  return (
    <span class="swatch">
      <i style={{ background: color }} />
      {text}
    </span>
  )
}
