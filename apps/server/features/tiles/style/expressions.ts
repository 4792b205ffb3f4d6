/**
 * The functions in this file create parts of MapLibre style layers. A test checks the documents against the style
 * specification.
 */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type StyleLayer = { readonly id: string; readonly type: string; readonly [key: string]: Json }

export const TILE_SOURCE = 'fairway'
export const LABEL_FONT: Json = ['Noto Sans Regular']
export const BOLD_FONT: Json = ['Noto Sans Bold']
export const ITALIC_FONT: Json = ['Noto Sans Italic']

/** Returns values by zoom level, with the exponential interpolation that map widths need. */
export function byZoom(...steps: Json[]): Json {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...steps]
}

export function linearByZoom(...steps: Json[]): Json {
  return ['interpolate', ['linear'], ['zoom'], ...steps]
}

export function isOneOf(key: string, ...values: readonly string[]): Json {
  return ['in', ['get', key], ['literal', values]]
}

export function has(key: string): Json {
  return ['==', ['get', key], 1]
}

export const negate = (filter: Json): Json => ['!', filter]
export const allOf = (...filters: Json[]): Json => ['all', ...filters]

/**
 * Returns the name in the language of the style, or the local name if there is none. For a language with a script or
 * country, such as `pt-BR`, the name in the language itself comes next.
 */
export function toLabel(language: string | undefined): Json {
  if (language === undefined) return ['get', 'name']
  const [primary = language] = language.split('-')
  const languages = [...new Set([language, primary, primary.toLowerCase()])]
  return ['coalesce', ...languages.map((code): Json => ['get', `name:${code}`]), ['get', 'name']]
}
