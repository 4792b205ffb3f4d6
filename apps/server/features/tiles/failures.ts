import type { ProblemTable } from '../../platform/http/problem.ts'
import { joinWords } from '../../platform/http/problems/wording.ts'
import { fontNames, MAX_CODE_POINT } from './style/glyphs.ts'
import { styleNames } from './style/palettes.ts'

export type TileFailure =
  | { readonly kind: 'tile-malformed'; readonly path: string }
  | { readonly kind: 'zoom-out-of-range'; readonly value: number; readonly max: number }
  | {
      readonly kind: 'tile-out-of-range'
      readonly axis: 'x' | 'y'
      readonly value: number
      readonly zoom: number
      readonly max: number
    }
  | { readonly kind: 'tiles-off' }
  | { readonly kind: 'style-unknown'; readonly path: string }
  | { readonly kind: 'sprite-unknown'; readonly path: string }
  | { readonly kind: 'font-unknown'; readonly value: string }
  | { readonly kind: 'range-malformed'; readonly value: string }
  | { readonly kind: 'language-malformed'; readonly value: string }
  | { readonly kind: 'tiles-rate'; readonly perSecond: number; readonly burst: number; readonly retryAfterMs: number }

export const tileProblems: ProblemTable<TileFailure> = {
  'tile-malformed': {
    code: 'tile-malformed',
    status: 404,
    detail: (f) =>
      `There is no tile at ${f.path.slice(0, 80)}; request /tiles/{z}/{x}/{y}.mvt, where z, x and y are non-negative integers (/tiles/map.json describes the available tiles)`,
    example: { kind: 'tile-malformed', path: '/tiles/3/a/2.mvt' },
  },
  'zoom-out-of-range': {
    code: 'zoom-out-of-range',
    status: 404,
    detail: (f) =>
      `z is ${f.value}, but tiles are available only for zoom levels 0 to ${f.max}; at higher levels, enlarge the tiles of level ${f.max}`,
    example: { kind: 'zoom-out-of-range', value: 17, max: 16 },
  },
  'tile-out-of-range': {
    code: 'tile-out-of-range',
    status: 404,
    detail: (f) => `${f.axis} is ${f.value}; at zoom level ${f.zoom}, ${f.axis} must be from 0 to ${f.max}`,
    example: { kind: 'tile-out-of-range', axis: 'x', value: 8, zoom: 3, max: 7 },
  },
  'tiles-off': {
    code: 'tiles-disabled',
    status: 404,
    detail: () => 'This service does not serve map tiles, because its operator has disabled them',
    example: { kind: 'tiles-off' },
  },
  'style-unknown': {
    code: 'style-unknown',
    status: 404,
    detail: (f) =>
      `There is no style at ${f.path.slice(0, 80)}; the available styles are ${joinWords(styleNames.map((name) => `/styles/${name}.json`))}`,
    example: { kind: 'style-unknown', path: '/styles/satellite.json' },
  },
  'sprite-unknown': {
    code: 'sprite-unknown',
    status: 404,
    detail: (f) =>
      `There is no sprite at ${f.path.slice(0, 80)}; sprites are at /sprites/{style}.json, .png, @2x.json and @2x.png for the styles ${joinWords(styleNames)}`,
    example: { kind: 'sprite-unknown', path: '/sprites/satellite.png' },
  },
  'font-unknown': {
    code: 'font-unknown',
    status: 404,
    detail: (f) =>
      `There is no font ${JSON.stringify(f.value.slice(0, 80))}; the available fonts are ${joinWords(fontNames)}`,
    example: { kind: 'font-unknown', value: 'Comic Sans' },
  },
  'range-malformed': {
    code: 'range-malformed',
    status: 404,
    detail: (f) =>
      `There are no glyphs at ${JSON.stringify(f.value.slice(0, 80))}; give a range of 256 characters that starts at a multiple of 256, up to ${MAX_CODE_POINT}, such as 0-255.pbf`,
    example: { kind: 'range-malformed', value: '0-100.pbf' },
  },
  'language-malformed': {
    code: 'language-malformed',
    status: 400,
    detail: (f) =>
      `language is ${JSON.stringify(f.value.slice(0, 40))}; give a language code such as en or zh-Hant, or leave language out for local names`,
    example: { kind: 'language-malformed', value: 'English' },
  },
  'tiles-rate': {
    code: 'tiles-rate-limited',
    status: 429,
    detail: (f) =>
      `Rate limit exceeded: ${f.perSecond} tiles per second per IP address (bursts of ${f.burst}); try again after the number of seconds in Retry-After`,
    retryAfterSeconds: (f) => f.retryAfterMs / 1000,
    example: { kind: 'tiles-rate', perSecond: 200, burst: 1000, retryAfterMs: 20 },
  },
}
