/** Result of a function whose failures the caller must handle. Bugs throw errors instead. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F }

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}
export function fail<const F>(failure: F): { readonly ok: false; readonly failure: F } {
  return { ok: false, failure }
}
