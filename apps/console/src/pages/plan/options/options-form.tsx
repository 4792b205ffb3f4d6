import type { ComponentChildren } from 'preact'
import { changeDraft, draft } from '../draft-state.ts'
import { setOption } from '../plan.ts'
import type { Field } from './field.ts'
import { FieldInput } from './field-input.tsx'
import { listActiveFields } from './fields.ts'
import { profileField } from './road-fields.ts'

/** Renders the options other than the stops. The form is collapsed because the defaults suit most requests. */
export function OptionsForm() {
  const { mode, options } = draft.value
  const modeOptions = options[mode]
  const fields = listActiveFields(draft.value).filter((field) => field !== profileField)
  const count = fields.filter(({ name }) => modeOptions[name] !== undefined).length
  const groups = [...new Set(fields.map(({ group }) => group))]
  const setField = ({ name }: Field, value: string) => {
    const exclusiveOption = exclusiveOptions[name]
    const next = setOption(draft.value, name, value)
    changeDraft(exclusiveOption !== undefined && value !== '' ? setOption(next, exclusiveOption, '') : next)
  }
  return (
    <details class="options" key={mode}>
      <summary>
        Options
        {count > 0 && <span class="count">{count} set</span>}
      </summary>
      {groups.map((group) => (
        <OptionGroup key={group} title={group}>
          {fields
            .filter((field) => field.group === group)
            .map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={modeOptions[field.name] ?? ''}
                onChange={(value) => setField(field, value)}
              />
            ))}
        </OptionGroup>
      ))}
    </details>
  )
}

/** Options that exclude each other. */
const exclusiveOptions: Readonly<Record<string, string>> = { depart_at: 'arrive_by', arrive_by: 'depart_at' }

function OptionGroup({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="fields">{children}</div>
    </fieldset>
  )
}
