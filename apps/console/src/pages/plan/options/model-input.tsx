import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import type { PlainField } from './field.ts'
import { findModelError, findPreset, modelPresets, toModel } from './model-presets.ts'

interface TravelModelInputProps {
  readonly field: PlainField
  /** Name of a preset, or a model as JSON. Empty if the option is not set. */
  readonly value: string
  readonly onChange: (value: string) => void
}

const OWN_MODEL = 'own'
const EXAMPLE_MODEL = '{"rules": [{"if": {"road_class": "motorway"}, "priority": {"multiply": 0.5}}]}'

/** Renders a choice of presets and an editor for custom rules. The editor starts with the selected preset. */
export function TravelModelInput({ field, value, onChange }: TravelModelInputProps) {
  const id = useId()
  const isOwn = value !== '' && findPreset(value) === undefined
  const select = (choice: string) =>
    onChange(choice === OWN_MODEL ? formatModel(value === '' ? EXAMPLE_MODEL : value) : choice)
  return (
    <div class="wide model-input">
      <label for={id}>{field.label}</label>
      <select id={id} value={isOwn ? OWN_MODEL : value} onChange={({ currentTarget }) => select(currentTarget.value)}>
        <option value="">Default</option>
        {modelPresets.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
        <option value={OWN_MODEL}>Custom rules</option>
      </select>
      {isOwn && <ModelEditor value={value} onChange={onChange} />}
    </div>
  )
}

/**
 * Edits a model as JSON. Only valid models are sent, because otherwise most key presses would cause a rejected request.
 */
function ModelEditor({ value, onChange }: Omit<TravelModelInputProps, 'field'>) {
  const id = useId()
  const text = useSignal(formatModel(value))
  const error = findModelError(text.value)
  const isChanged = error === undefined && JSON.stringify(JSON.parse(text.value)) !== JSON.stringify(toModel(value))
  return (
    <>
      <label for={id}>Rules (JSON)</label>
      <textarea
        id={id}
        rows={9}
        spellcheck={false}
        value={text.value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value
        }}
      />
      <p id={`${id}-error`} class={error === undefined ? 'hint' : 'field-error'} role="status">
        {error ??
          'Rules are applied in order. Each rule applies to all roads that match its “if”. Roads with a priority below 1 are avoided.'}
      </p>
      <button
        type="button"
        class="second"
        disabled={!isChanged}
        onClick={() => onChange(JSON.stringify(JSON.parse(text.value)))}
      >
        Apply rules
      </button>
    </>
  )
}

function formatModel(value: string): string {
  const model = toModel(value)
  return model === undefined ? value : JSON.stringify(model, null, 1)
}
