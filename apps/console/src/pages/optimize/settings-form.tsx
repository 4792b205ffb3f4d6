import { useId } from 'preact/hooks'
import { dayFields, type Field, mainFields, moreFields } from './settings.ts'
import { changeSettings, settings } from './state.ts'

export function SettingsForm() {
  const filledFieldCount = moreFields.filter(({ name }) => settings.value[name] !== undefined).length
  return (
    <div class="settings">
      <div class="fields day-fields">
        {dayFields.map((field) => (
          <SettingField key={field.name} field={field} />
        ))}
      </div>
      <div class="fields main-fields">
        {mainFields.map((field) => (
          <SettingField key={field.name} field={field} />
        ))}
      </div>
      <details>
        <summary>Limits and times{filledFieldCount > 0 ? ` (${filledFieldCount} set)` : ''}</summary>
        <div class="fields">
          {moreFields.map((field) => (
            <SettingField key={field.name} field={field} />
          ))}
        </div>
        <p class="hint">
          If you set no demand for a stop, a demand of 1 is assumed. To set the demand, service time and time window of
          a stop, open the stop in the list.
        </p>
      </details>
    </div>
  )
}

const inputTypes = { number: 'number', date: 'date', clock: 'time' } as const

function SettingField({ field: { name, label, kind, hint, min, placeholder } }: { readonly field: Field }) {
  const id = useId()
  const value = settings.value[name] ?? ''
  const updateSetting = (event: { currentTarget: { value: string } }) =>
    changeSettings({ [name]: event.currentTarget.value })
  return (
    <div>
      <label for={id}>{label}</label>
      {typeof kind === 'string' ? (
        <input
          id={id}
          type={inputTypes[kind]}
          {...(min === undefined ? {} : { min })}
          {...(kind === 'number' ? { step: 'any', inputMode: 'decimal' as const } : {})}
          placeholder={placeholder ?? ''}
          value={value}
          // Update on every input event, not only on blur. Otherwise any other change to the page would restore the old
          // number.
          onInput={updateSetting}
        />
      ) : (
        <select id={id} value={value} onChange={updateSetting}>
          {kind.map(([option, optionLabel]) => (
            <option key={option} value={option}>
              {optionLabel}
            </option>
          ))}
        </select>
      )}
      {hint !== undefined && <small>{hint}</small>}
    </div>
  )
}
