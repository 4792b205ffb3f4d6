import type { Asked } from '../../state/asked.ts'
import { CallFailed } from '../../state/calls.ts'
import { fieldsOf } from './options/fields.ts'
import type { Mode } from './plan.ts'

/** The service names its API fields. This replaces them with the option labels of the page. */
export function fieldsInWords(text: string, mode: Mode): string {
  const labelOf = (path: string) => fieldsOf(mode).find((field) => field.path === path)?.label
  return (
    text
      .replace(/^[a-z_.]+(?= (?:is|must be|names)\b)/, (path) => {
        const label = labelOf(path)
        return label === undefined ? path : `“${label}”`
      })
      // Drops the API description of the field, because its label is enough here.
      .replace(/^(“.*; it must be .*) \([A-Z].*\)$/, '$1')
  )
}

export function failureInWords<T>(asked: Asked<T>, mode: Mode): Asked<T> {
  const { failure } = asked
  if (failure === undefined) return asked
  const said = fieldsInWords(failure.message, mode)
  return { ...asked, failure: new CallFailed(failure.status, said, failure.retryAfterS) }
}
