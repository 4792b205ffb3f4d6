import { useId } from 'preact/hooks'
import { Icon } from '../plan/result/step-icon.tsx'
import { type LimitUnit, MAX_CONTOURS, sliderRanges, toggleProfile, travelModes } from './settings.ts'
import { changeSettings, origins, settings } from './state.ts'

/** Renders the settings for travel modes, limits and contours. */
export function Controls() {
  const { direction, combine, contourCount, profiles } = settings.value
  return (
    <>
      <TravelModes />
      <LimitSlider />
      <Choice
        label="Direction"
        value={direction}
        choices={[
          ['from', 'Outward'],
          ['to', 'Inward'],
        ]}
        onChange={(next) => changeSettings({ direction: next }, { pushHistory: true })}
      />
      {origins.value.length > 1 && (
        <Choice
          label={direction === 'from' ? 'Reached from' : 'Reaches'}
          value={combine}
          choices={[
            ['any', 'Any point'],
            ['all', 'All points'],
          ]}
          onChange={(next) => changeSettings({ combine: next }, { pushHistory: true })}
        />
      )}
      {profiles.length === 1 && (
        <Choice
          label="Contours"
          value={String(contourCount)}
          choices={Array.from({ length: MAX_CONTOURS }, (_, index) => [String(index + 1), String(index + 1)] as const)}
          onChange={(next) => changeSettings({ contourCount: Number(next) }, { pushHistory: true })}
        />
      )}
    </>
  )
}

function TravelModes() {
  const selectedProfiles = settings.value.profiles
  return (
    <fieldset class="travel-modes">
      <legend>Travel by (choose several to compare)</legend>
      {travelModes.map(({ profile, title, icon, color }) => {
        const isSelected = selectedProfiles.includes(profile)
        return (
          <button
            key={profile}
            type="button"
            aria-pressed={isSelected}
            style={isSelected && selectedProfiles.length > 1 ? { '--mode': color } : {}}
            onClick={() =>
              changeSettings({ profiles: toggleProfile(selectedProfiles, profile) }, { pushHistory: true })
            }
          >
            <Icon name={icon} size={20} />
            <span>{title}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

const unitTitles: Readonly<Record<LimitUnit, string>> = { minutes: 'Minutes', kilometers: 'Kilometers' }

function LimitSlider() {
  const id = useId()
  const { unit, limit } = settings.value
  const { min, max } = sliderRanges[unit]
  return (
    <div class="limit">
      <div class="limit-head">
        <label for={id}>
          Within{' '}
          <output for={id}>
            {limit} {unit === 'minutes' ? 'min' : 'km'}
          </output>
        </label>
        <fieldset class="tabs">
          <legend class="unseen">Unit</legend>
          {(['minutes', 'kilometers'] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={unit === choice}
              onClick={() =>
                changeSettings(
                  { unit: choice, limit: Math.min(limit, sliderRanges[choice].max) },
                  { pushHistory: true },
                )
              }
            >
              {unitTitles[choice]}
            </button>
          ))}
        </fieldset>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={1}
        value={limit}
        style={{ '--filled': `${((limit - min) / (max - min)) * 100}%` }}
        onInput={({ currentTarget }) => changeSettings({ limit: Number(currentTarget.value) })}
      />
      <div class="limit-ends" aria-hidden="true">
        <span>{min}</span>
        <span>{max}</span>
      </div>
    </div>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: readonly (readonly [T, string])[]
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>) {
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div class="tabs">
        {choices.map(([choice, title]) => (
          <button key={choice} type="button" aria-pressed={choice === value} onClick={() => onChange(choice)}>
            {title}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
