import { type Passage, parseGate, type SizeLimits } from './passage.ts'

const makeStrait = (id: string, name: string, gate: string, limits?: SizeLimits, rule?: string): Passage => ({
  id,
  name,
  kind: 'strait',
  gates: gate.split('; ').map(parseGate),
  ...(limits && { limits }),
  ...(rule && { rule }),
})

/** Straits and their gates. Gates extend inland on both sides, so that no route passes around them. */
export const straits: readonly Passage[] = [
  makeStrait('gibraltar', 'Strait of Gibraltar', '36.3,-5.6 35.6,-5.6'),
  makeStrait('dover', 'Strait of Dover', '51.3,1.2 50.7,1.75'),
  makeStrait('messina', 'Strait of Messina', '38.2,15.45 38.3,15.8'),
  makeStrait('bonifacio', 'Strait of Bonifacio', '41.5,9.2 41.15,9.25', undefined, 'Closed to laden tankers.'),
  makeStrait('otranto', 'Strait of Otranto', '40.1,18.3 40.3,19.6'),
  makeStrait(
    'dardanelles',
    'Dardanelles',
    '40.3,26.3 40.05,26.6',
    { airDraftM: 70 },
    'One-way traffic for large ships.',
  ),
  {
    ...makeStrait(
      'bosporus',
      'Bosporus',
      '41.12,28.85 41.12,29.25',
      { airDraftM: 58 },
      'Ships longer than 200 m may pass only by day.',
    ),
    otherNames: ['Bosphorus'],
  },
  makeStrait('kerch', 'Kerch Strait', '45.3,36.3 45.3,36.8', { draftM: 8, airDraftM: 33 }, 'By permission only.'),
  makeStrait('great_belt', 'Great Belt', '55.33,10.75 55.37,11.2', { draftM: 17, airDraftM: 65 }),
  makeStrait('oresund', 'The Sound', '56.05,12.45 56.05,12.85'),
  makeStrait('pentland_firth', 'Pentland Firth', '58.5,-3.2 59.05,-3.2'),
  makeStrait('bab_el_mandeb', 'Bab el-Mandeb', '12.85,43.55 12.3,43.15'),
  makeStrait('hormuz', 'Strait of Hormuz', '26.1,56.2 27.3,56.6'),
  makeStrait('malacca', 'Strait of Malacca', '3.3,101.7 2.6,99.6', { draftM: 23 }),
  makeStrait('singapore', 'Singapore Strait', '1.5,104.15 1.0,104.45', { draftM: 23 }),
  makeStrait('sunda', 'Sunda Strait', '-5.5,105.5 -6.15,106.1', { draftM: 18 }),
  makeStrait('lombok', 'Lombok Strait', '-8.45,115.2 -8.6,116.25'),
  makeStrait('torres', 'Torres Strait', '-11.3,142.5 -8.8,142.2', { draftM: 12.2 }, 'With a pilot.'),
  makeStrait('bass', 'Bass Strait', '-38.5,146.3 -41.3,146.3'),
  makeStrait('cook', 'Cook Strait', '-41.25,174.75 -41.35,174.0'),
  makeStrait('taiwan', 'Taiwan Strait', '25.7,119.3 24.5,121.1'),
  makeStrait('korea', 'Korea Strait', '35.4,129.0 33.4,130.6'),
  makeStrait('tsugaru', 'Tsugaru Strait', '41.5,140.1 41.1,140.45'),
  makeStrait('la_perouse', 'La Pérouse Strait', '45.3,141.8 46.1,142.1'),
  makeStrait('kanmon', 'Kanmon Strait', '34.0,130.9 33.9,131.0', { draftM: 12, airDraftM: 61 }),
  makeStrait('osumi', 'Ōsumi Strait', '31.15,130.85 30.35,130.5'),
  makeStrait('bungo', 'Bungo Channel', '33.2,131.75 33.4,132.15'),
  makeStrait('san_bernardino', 'San Bernardino Strait', '12.8,123.95 12.3,124.4'),
  makeStrait('surigao', 'Surigao Strait', '10.3,125.1 9.6,125.7'),
  makeStrait('balabac', 'Balabac Strait', '8.7,117.6 6.75,116.8'),
  makeStrait('balintang', 'Balintang Channel', '20.35,121.95 19.52,121.95'),
  makeStrait('windward', 'Windward Passage', '20.3,-74.5 19.6,-73.2'),
  makeStrait('mona', 'Mona Passage', '18.5,-68.7 18.3,-67.0'),
  makeStrait('anegada', 'Anegada Passage', '18.5,-64.4 18.08,-63.06'),
  makeStrait('virgin', 'Virgin Passage', '18.315,-65.29 18.35,-64.93'),
  makeStrait('yucatan', 'Yucatán Channel', '21.2,-87.6 22.15,-84.1'),
  makeStrait('florida', 'Straits of Florida', '25.3,-80.6 22.9,-81.0'),
  makeStrait('crooked_island', 'Crooked Island Passage', '23.0,-75.0 22.7,-74.0'),
  makeStrait('old_bahama', 'Old Bahama Channel', '21.7,-77.9 22.6,-77.5'),
  makeStrait('cabot', 'Cabot Strait', '46.9,-60.6 47.7,-59.2'),
  {
    ...makeStrait('belle_isle', 'Strait of Belle Isle', '51.7,-57.2 51.15,-56.5'),
    closedSeason: [
      [12, 20],
      [6, 20],
    ],
    needsDate: true,
    rule: 'Icebound in winter and spring; the dates are an estimate.',
  },
  makeStrait('unimak', 'Unimak Pass', '54.75,-164.6 54.2,-165.55'),
  makeStrait('bering', 'Bering Strait', '65.6,-167.6 66.2,-170.2'),
  makeStrait(
    'magellan',
    'Strait of Magellan',
    // The gates are at the eastern narrows and south of Punta Arenas, where the waters lead to the Pacific.
    '-52.1,-69.75 -53.0,-69.25; -53.4,-71.3 -53.85,-69.6',
    undefined,
    'With a pilot.',
  ),
  {
    ...makeStrait('cape_horn', 'Cape Horn', '-55.2,-68.6 -66.0,-68.6'),
    kind: 'cape',
    landmarks: [[-55.98, -67.27]],
  },
  {
    ...makeStrait('good_hope', 'Cape of Good Hope', '-34.2,20.0 -71.0,20.0'),
    kind: 'cape',
    // The landmarks are the Cape of Good Hope and Cape Agulhas, the nearby southern end of the continent.
    landmarks: [
      [-34.36, 18.47],
      [-34.83, 20.0],
    ],
  },
  {
    ...makeStrait(
      'northwest',
      'Northwest Passage',
      // The gates run through the islands, from the islands north to Greenland, and across the ocean on the Pacific
      // side.
      '72.3,-116.5 76.5,-118.5; 67.2,-117.0 72.3,-116.5; 76.5,-118.5 78.6,-111.5; 78.6,-111.5 79.0,-104.0; 79.0,-104.0 80.5,-94.0; 80.5,-94.0 82.4,-75.0; 82.4,-75.0 81.5,-40.0; 80,180 76.5,241.5',
    ),
    kind: 'arctic',
    isClosed: true,
    rule: 'Icebound for most of the year; open to ice-strengthened ships for some weeks from August.',
  },
  {
    ...makeStrait(
      'northeast',
      'Northeast Passage',
      // The gates pass the pole on the Pacific side, because ships on the Atlantic side may sail around the pole.
      '75.5,104.3 81,104.3; 81,104.3 80,180',
    ),
    otherNames: ['Northern Sea Route'],
    kind: 'arctic',
    isClosed: true,
    rule: 'Icebound for most of the year; passage by permission, from July to November.',
  },
]
