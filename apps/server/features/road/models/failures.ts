import type { ProblemTable } from '../../../platform/http/problem.ts'

export type ModelFailure =
  | { readonly kind: 'model-invalid'; readonly field: string; readonly given: unknown; readonly demand: string }
  | { readonly kind: 'model-field-unknown'; readonly field: string; readonly allowed: readonly string[] }
  | { readonly kind: 'model-area-outside'; readonly field: string; readonly regions: readonly string[] }
  | { readonly kind: 'model-unknown'; readonly name: string; readonly available: readonly string[] }

const MAX_GIVEN_LENGTH = 60
const MAX_LISTED = 20

function formatGiven(receivedValue: unknown): string {
  if (receivedValue === undefined) return 'missing'
  // The value may be nested too deeply for serialization.
  const json =
    typeof receivedValue === 'object' && receivedValue !== null
      ? formatObject(receivedValue)
      : JSON.stringify(receivedValue)
  return json.length > MAX_GIVEN_LENGTH ? `${json.slice(0, MAX_GIVEN_LENGTH - 1)}…` : json
}

function formatObject(receivedValue: object): string {
  try {
    return JSON.stringify(receivedValue)
  } catch {
    return Array.isArray(receivedValue) ? 'a deeply nested list' : 'a deeply nested object'
  }
}

function formatList(names: readonly string[]): string {
  if (names.length === 0) return 'this service has no models'
  return `available models: ${names.slice(0, MAX_LISTED).join(', ')}${names.length > MAX_LISTED ? ' …' : ''}`
}

export const modelProblems: ProblemTable<ModelFailure> = {
  'model-invalid': {
    code: 'model-invalid',
    status: 422,
    detail: (f) => `${f.field} is ${formatGiven(f.given)}; ${f.demand}`,
    example: {
      kind: 'model-invalid',
      field: 'model.rules[3].if.road_class',
      given: 'motorwy',
      demand: 'give one of motorway, trunk, primary',
    },
  },
  'model-field-unknown': {
    code: 'model-field-unknown',
    status: 422,
    detail: (f) => `${f.field} is not a field of a model; allowed fields: ${f.allowed.join(', ')}`,
    example: { kind: 'model-field-unknown', field: 'model.rules[0].if.color', allowed: ['road_class', 'surface'] },
  },
  'model-area-outside': {
    code: 'model-area-outside',
    status: 422,
    detail: (f) =>
      `${f.field} is outside the loaded maps of this service (${f.regions.slice(0, MAX_LISTED).join(', ')}); points are [latitude, longitude]`,
    example: { kind: 'model-area-outside', field: 'model.rules[2].if.area', regions: ['montevideo'] },
  },
  'model-unknown': {
    code: 'model-unknown',
    status: 422,
    detail: (f) =>
      `model is ${JSON.stringify(f.name)}, but there is no model with this name; ${formatList(f.available)}`,
    example: { kind: 'model-unknown', name: 'quiet', available: ['night', 'scenic'] },
  },
}
