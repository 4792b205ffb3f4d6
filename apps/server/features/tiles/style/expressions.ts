/** Parts of MapLibre style layers. The documents are checked against the style specification by a test. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type StyleLayer = { readonly id: string; readonly type: string; readonly [key: string]: Json }

export const SOURCE = 'fairway'
export const FONT: Json = ['Noto Sans Regular']
export const BOLD_FONT: Json = ['Noto Sans Bold']
export const ITALIC_FONT: Json = ['Noto Sans Italic']

/** Values by zoom level, with the exponential interpolation that map widths need. */
export function byZoom(...steps: Json[]): Json {
  return ['interpolate', ['exponential', 1.5], ['zoom'], ...steps]
}

export function linear(...steps: Json[]): Json {
  return ['interpolate', ['linear'], ['zoom'], ...steps]
}

export function isOneOf(key: string, ...values: readonly string[]): Json {
  return ['in', ['get', key], ['literal', values]]
}

export function has(key: string): Json {
  return ['==', ['get', key], 1]
}

export const not = (filter: Json): Json => ['!', filter]
export const all = (...filters: Json[]): Json => ['all', ...filters]

/** The name in the language of the style, if there is one, and below it the local name where they differ. */
export function toLabel(language: string | undefined): Json {
  return language === undefined ? ['get', 'name'] : ['coalesce', ['get', `name:${language}`], ['get', 'name']]
}
