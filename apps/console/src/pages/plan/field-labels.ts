import type { RequestState } from '../../state/api-request.ts'
import { CallError } from '../../state/calls.ts'
import { listFields } from './options/fields.ts'
import type { Mode } from './plan.ts'

/** Replaces API field names in service messages with the option labels of the page. */
function replaceFieldNames(message: string, mode: Mode): string {
  const findLabel = (path: string) => listFields(mode).find((field) => field.path === path)?.label
  return (
    message
      .replace(/^[a-z_.]+(?= (?:is|must be|names)\b)/, (path) => {
        const label = findLabel(path)
        return label === undefined ? path : `“${label}”`
      })
      // Removes the API description of the field, because the label is enough here.
      .replace(/^(“.*; it must be .*) \([A-Z].*\)$/, '$1')
  )
}

export function describeFailure<T>(requestState: RequestState<T>, mode: Mode): RequestState<T> {
  const { failure } = requestState
  if (failure === undefined) return requestState
  const message = replaceFieldNames(failure.message, mode)
  return { ...requestState, failure: new CallError(failure.status, message, failure.retryAfterS) }
}
