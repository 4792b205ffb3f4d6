import type { Fields } from './input-reader.ts'

/**
 * Finds features that the optimizer does not support. A solution that ignores these features would look right but be
 * wrong.
 */
export function findUnsupportedTask(fields: Fields, type: string): string | undefined {
  const key = ['setup_per_type', 'service_per_type'].find((name) => fields[name] !== undefined)
  return key === undefined ? undefined : `${key} of ${type} ${fields.id} is not supported; use ${key.split('_')[0]}.`
}
