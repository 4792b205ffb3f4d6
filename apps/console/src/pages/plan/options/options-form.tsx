import type { ComponentChildren } from 'preact'
import { withOption } from '../plan.ts'
import { change, plan } from '../plan-state.ts'
import type { Field } from './field.ts'
import { FieldInput } from './field-input.tsx'
import { fieldsOf } from './fields.ts'

/** Options besides the stops. Collapsed, because the defaults are good. */
export function OptionsForm() {
  const { mode, options } = plan.value
  const given = options[mode]
  const fields = fieldsOf(mode)
  const count = fields.filter(({ name }) => given[name] !== undefined).length
  const groups = [...new Set(fields.map(({ group }) => group))]
  const set = ({ name }: Field, value: string) => {
    const other = rivals[name]
    const next = withOption(plan.value, name, value)
    change(other !== undefined && value !== '' ? withOption(next, other, '') : next)
  }
  return (
    <details class="options" key={mode}>
      <summary>
        Options
        {count > 0 && <span class="count">{count} set</span>}
      </summary>
      {groups.map((group) => (
        <Group key={group} title={group}>
          {fields
            .filter((field) => field.group === group)
            .map((field) => (
              <FieldInput
                key={field.name}
                field={field}
                value={given[field.name] ?? ''}
                onChange={(value) => set(field, value)}
              />
            ))}
        </Group>
      ))}
    </details>
  )
}

/** Only one of the two can be requested. */
const rivals: Readonly<Record<string, string>> = { depart_at: 'arrive_by', arrive_by: 'depart_at' }

function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="fields">{children}</div>
    </fieldset>
  )
}
