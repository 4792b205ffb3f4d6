import type { RequestState } from '../../state/api-request.ts'
import { CallError } from '../../state/calls.ts'
import { listFields } from './options/fields.ts'
import type { Mode } from './plan.ts'

/** Matches the path of a field inside an object, such as `vessel.draft_m`, anywhere in a message. */
const pathPattern = /\b[a-z]+(?:\.[a-z_]+)+\b/g

/** Replaces API field names in service messages with the option labels of the page. */
export function replaceFieldNames(message: string, mode: Mode): string {
  const toLabel = (path: string) => {
    // Two options of a page may set the same field. Then, the message does not say which option it means.
    const [field, ...others] = listFields(mode).filter((candidate) => candidate.path === path)
    return field === undefined || others.length > 0 ? path : `“${field.label}”`
  }
  return (
    message
      .replace(/^[a-z_.]+(?= (?:is|must be|names)\b)/, toLabel)
      .replace(pathPattern, toLabel)
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
