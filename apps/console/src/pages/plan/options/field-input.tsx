import { useEffect, useId, useRef } from 'preact/hooks'
import { useTypedText } from '../../../ui/typed-text.ts'
import type { ChoiceField, Field, MultipleChoiceField, NumberField, PlainField, PresetField } from './field.ts'
import { splitWords } from './fields.ts'
import { TravelModelInput } from './model-input.tsx'

interface FieldProps<F extends Field> {
  readonly field: F
  /** Empty if the option is not set. */
  readonly value: string
  readonly onChange: (value: string) => void
}

export function FieldInput({ field, value, onChange }: FieldProps<Field>) {
  switch (field.kind) {
    case 'number':
      return <NumberInput field={field} value={value} onChange={onChange} />
    case 'model':
      return <TravelModelInput field={field} value={value} onChange={onChange} />
    case 'preset':
    case 'choice':
    case 'count':
      return <ChoiceInput field={field} value={value} onChange={onChange} />
    case 'many':
      return <MultipleChoiceInput field={field} value={value} onChange={onChange} />
    case 'time':
      return <TimeInput field={field} value={value} onChange={onChange} />
    case 'flag':
      return <FlagInput field={field} value={value} onChange={onChange} />
    default:
      return <TextInput field={field} value={value} onChange={onChange} />
  }
}

/**
 * Pause after which a typed number takes effect, in milliseconds. Users expect the route before they leave the field.
 */
const TYPING_PAUSE_MS = 600

function NumberInput({ field, value, onChange }: FieldProps<NumberField>) {
  const id = useId()
  const { text, type, finish } = useTypedText(value)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const applyAfterPause = (input: HTMLInputElement) => {
    clearTimeout(timer.current)
    // An unfinished number, such as the 1 of 15, may be below the minimum.
    timer.current = setTimeout(() => input.validity.valid && onChange(input.value), TYPING_PAUSE_MS)
  }
  return (
    <div>
      <label for={id}>
        {field.label} ({field.unit})
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={field.min}
        max={field.max}
        step="any"
        placeholder={field.defaultText ?? ''}
        value={text}
        onInput={({ currentTarget }) => {
          type(currentTarget.value)
          applyAfterPause(currentTarget)
        }}
        onChange={({ currentTarget }) => {
          clearTimeout(timer.current)
          onChange(currentTarget.value)
        }}
        onBlur={finish}
      />
    </div>
  )
}

function ChoiceInput({ field, value, onChange }: FieldProps<ChoiceField | PresetField>) {
  const id = useId()
  const defaultChoice = field.choices[0]?.[0] ?? ''
  return (
    <div>
      <label for={id}>{field.label}</label>
      <select
        id={id}
        value={value === '' ? defaultChoice : value}
        onChange={({ currentTarget }) => onChange(currentTarget.value === defaultChoice ? '' : currentTarget.value)}
      >
        {field.choices.map(([choice, choiceLabel]) => (
          <option key={choice} value={choice}>
            {choiceLabel}
          </option>
        ))}
      </select>
    </div>
  )
}

function MultipleChoiceInput({ field, value, onChange }: FieldProps<MultipleChoiceField>) {
  const selectedChoices = splitWords(value)
  const toggle = (choice: string) =>
    onChange(
      (selectedChoices.includes(choice)
        ? selectedChoices.filter((selectedChoice) => selectedChoice !== choice)
        : [...selectedChoices, choice]
      ).join(','),
    )
  return (
    <div class="chips">
      {field.choices.map(([choice, choiceLabel]) => (
        <label key={choice} class="chip">
          <input type="checkbox" checked={selectedChoices.includes(choice)} onChange={() => toggle(choice)} />
          {choiceLabel}
        </label>
      ))}
    </div>
  )
}

function FlagInput({ field, value, onChange }: FieldProps<PlainField>) {
  return (
    <label class="chip wide">
      <input type="checkbox" checked={value !== ''} onChange={() => onChange(value === '' ? 'yes' : '')} />
      {field.label}
    </label>
  )
}

function TextInput({ field, value, onChange }: FieldProps<PlainField>) {
  const id = useId()
  const { text, type, finish } = useTypedText(value)
  return (
    <div class="wide">
      <label for={id}>{field.label}</label>
      <input
        id={id}
        type="text"
        placeholder={field.placeholder ?? ''}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
        onBlur={finish}
      />
    </div>
  )
}

function TimeInput({ field, value, onChange }: FieldProps<PlainField>) {
  const id = useId()
  return (
    <div class="wide">
      <label for={id}>{field.label}</label>
      <input
        id={id}
        type="datetime-local"
        value={toLocalTime(value)}
        onChange={({ currentTarget }) => onChange(fromLocalTime(currentTarget.value))}
      />
    </div>
  )
}

/**
 * Converts a time to local time for a date and time field. Links contain UTC times, so that they mean the same in every
 * time zone.
 */
function toLocalTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function fromLocalTime(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace('.000Z', 'Z')
}
