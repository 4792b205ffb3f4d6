import { changeDraft, draft } from './draft-state.ts'
import { profileField } from './options/road-fields.ts'
import { setOption } from './plan.ts'
import { Icon, type IconName } from './result/step-icon.tsx'

const icons: Readonly<Record<string, IconName>> = {
  car: 'car',
  truck: 'van',
  motorcycle: 'motorcycle',
  bicycle: 'bicycle',
  foot: 'foot',
  wheelchair: 'wheelchair',
}

/** Renders the buttons for the road profiles. The first profile is the default of the service and is not sent. */
export function ProfileButtons() {
  const { mode, options } = draft.value
  if (mode !== 'road') return null
  const { name, label, choices } = profileField
  const defaultValue = choices[0]?.[0] ?? ''
  const selectedValue = options.road[name] ?? defaultValue
  return (
    <fieldset class="profile-buttons" aria-label={label}>
      {choices.map(([value, title]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === selectedValue}
          onClick={() => changeDraft(setOption(draft.value, name, value === defaultValue ? '' : value))}
        >
          <Icon name={icons[value] ?? 'road'} size={20} />
          <span>{title}</span>
        </button>
      ))}
    </fieldset>
  )
}
