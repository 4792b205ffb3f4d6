import type { Passage } from './passage.ts'
import { makeStrait } from './straits.ts'

/**
 * Sounds, reef passages, and inner fairways with a wider or deeper route around them. Ships of unknown size take the
 * route around, as published distances assume. Size limits are in the tables of shallows and bridges.
 */
export const narrows: readonly Passage[] = [
  makeStrait('little_belt', 'Little Belt', '55.54,9.68 55.47,9.78', { draftM: 10, airDraftM: 42 }),
  makeStrait('laesoe_rende', 'Læsø Rende', '57.45,10.45 57.27,10.98'),
  makeStrait('kobbergrund', 'Kobbergrund, between Læsø and Anholt', '57.26,11.05 56.71,11.56'),
  makeStrait('storstroem', 'Storstrøm', '55.03,11.845 54.9,11.91'),
  makeStrait('kihti', 'Kihti, the inner fairways between Åland and Finland', '60.3,20.1 60.65,21.45'),
  makeStrait('moonsund', 'Moonsund', '58.5,23.75 58.8,22.85'),
  makeStrait('tjeldsund', 'Tjeldsund', '68.66,16.5 68.6,16.64'),
  makeStrait('gabriel', 'Gabriel Strait, north of Resolution Island', '61.65,-65.0 62.1,-66.3'),
  makeStrait('oostgat', 'Oostgat, north of the mouth of the Western Scheldt', '51.55,3.46 51.5,3.15'),
  makeStrait('naruto', 'Naruto Strait', '34.28,134.675 34.2,134.625', undefined, 'Tidal streams of up to 10 knots.'),
  makeStrait('hirado', 'Hirado Strait', '33.34,129.49 33.34,129.69'),
  makeStrait(
    'hydrographers',
    'Hydrographers Passage',
    '-20.2,150.7 -19.8,150.2',
    undefined,
    'Through the Great Barrier Reef with a pilot.',
  ),
  makeStrait('palm', 'Palm Passage', '-18.6,147.4 -18.45,147.1', undefined, 'Through the Great Barrier Reef.'),
].map((strait): Passage => ({ ...strait, isNarrow: true }))
