import { FairwayError } from '@fairway/client'
import type { ErrorObject } from 'ajv'
import { ToolError } from './places.ts'

/** Describes the errors in the arguments of a tool, and what to pass instead. */
export function describeArgumentErrors(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? []).map((error) => `${describeArgumentError(error)}.`).join(' ')
}

function describeArgumentError({ instancePath, keyword, params, message }: ErrorObject): string {
  const name = toArgumentName(instancePath)
  switch (keyword) {
    case 'required':
      return `${toArgumentName(`${instancePath}/${params.missingProperty}`)} is required, but it is missing`
    case 'type':
      return `${name} must be ${toTypeWords(String(params.type))}`
    case 'enum':
      return `${name} must be one of ${params.allowedValues.join(', ')}`
    case 'minLength':
    case 'maxLength':
      return `${name} must have at ${keyword === 'minLength' ? 'least' : 'most'} ${params.limit} ${params.limit === 1 ? 'character' : 'characters'}`
    case 'minItems':
    case 'maxItems':
      return `${name} must have at ${keyword === 'minItems' ? 'least' : 'most'} ${params.limit} ${params.limit === 1 ? 'entry' : 'entries'}`
    case 'minimum':
    case 'maximum':
      return `${name} must be at ${keyword === 'minimum' ? 'least' : 'most'} ${params.limit}`
    default:
      return `${name} ${message ?? 'is invalid'}`
  }
}

/** Converts a path such as `/via/0` to `via[0]`. */
function toArgumentName(path: string): string {
  const name = path
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
  return name === '' ? 'The input' : name
}

function toTypeWords(type: string): string {
  const words: Readonly<Record<string, string>> = {
    array: 'a list',
    integer: 'a whole number',
    boolean: 'true or false',
    string: 'a string',
    object: 'an object',
  }
  return words[type] ?? `a ${type}`
}

/** Describes the failure and what to do next. Returns undefined if the error is a bug in this program. */
export function describeFailure(error: unknown): string | undefined {
  if (error instanceof ToolError) return error.message
  if (!(error instanceof FairwayError)) return undefined
  const detail = toSentence(error.detail)
  if (error.kind !== 'reply')
    return `The Fairway service is not responding: ${detail} Tell the user to check that the service is running and that the --url option of fairway mcp is correct.`
  if (error.status === 401 || error.status === 403)
    return `${detail} Tell the user to give fairway mcp a valid key with --api-key-file, or to send one as a bearer token.`
  if (error.busy)
    return `${detail} Call the tool again${error.retryAfterS === undefined ? ' later' : ` in ${error.retryAfterS} s`}.`
  // Arguments are strings, so positions are written without brackets.
  return detail.replaceAll('points are [latitude, longitude]', 'positions are latitude,longitude')
}

function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
