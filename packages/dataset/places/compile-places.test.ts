import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { distanceMeters, seededRandom } from '@fairway/geo'
import { sharedPath } from '@fairway/geo/testing'
import {
  countEntries,
  findNearestEntries,
  getLabel,
  getPosition,
  PlaceSearch,
  placeCategories,
  placesFromSections,
  placesToSections,
  toMask,
} from '@fairway/places'
import { pick } from '@fairway/places/testing'
import { expect, test } from 'vitest'
import { compileExtract, compilePlaces } from '../compile.ts'
import { DATASET_FORMAT } from '../format/header.ts'
import { toElements } from '../osm/testing/elements.ts'
import { temporaryFiles } from '../osm/testing/temporary-files.ts'
import { parseDrawing } from '../testing/drawing.ts'
import { buildOsmBlock } from '../testing/osm-writer.ts'
import { toXml } from '../testing/osm-xml.ts'
import { drawPlaces } from './testing/draw-places.ts'

const files = temporaryFiles()

/** Hashes of the section layout by format version. A server would misread a dataset with a different layout. */
const layouts: Readonly<Record<number, string>> = {
  4: '5e935456a6589357',
  // Formats 5 to 8 changed the roads but not the places.
  5: '5e935456a6589357',
  6: '5e935456a6589357',
  7: '5e935456a6589357',
  8: '5e935456a6589357',
}

test('requires a new dataset format version when the place sections change', async () => {
  const sections = placesToSections(await drawPlaces('A', {})).map(
    ([name, array]) => `${name} ${array.constructor.name}`,
  )
  const layout = createHash('sha256').update(sections.join('\n')).digest('hex').slice(0, 16)
  expect(layout, 'the sections have changed: increment DATASET_FORMAT and add the layout here').toBe(
    layouts[DATASET_FORMAT],
  )
})

test('stores places next to roads in a dataset, and counts them', async () => {
  const block = buildOsmBlock({
    points: parseDrawing('A--h--B', 20, [-32.9, -56]),
    nodes: { h: { 'addr:housenumber': '12', 'addr:street': 'Calle Uno' } },
    ways: { AB: { highway: 'residential', name: 'Calle Uno' } },
    relations: [],
    missing: '',
  })
  const extract = await files.write('places.osm', toXml(toElements([block])))
  const stages = new Set<string>()
  const { sections, counts } = await compileExtract({
    extract,
    threads: 1,
    onProgress: ({ stage }) => void stages.add(stage),
  })
  const index = placesFromSections(new Map(sections))
  expect(counts).toMatchObject({ places: countEntries(index), house_numbers: 1, arcs: 2 })
  const [nearest] = new PlaceSearch(index).find('calle uno 12')
  expect([getLabel(index, nearest.entry), nearest.house?.number]).toEqual(['Calle Uno', '12'])
  expect([...stages]).toEqual(expect.arrayContaining(['locating the places', 'sorting places', 'indexing places']))
})

const monaco = sharedPath('data/roads/monaco-2025.osm.pbf')

test.skipIf(!existsSync(monaco))('finds nearby places of each category in Monaco like a full scan', async () => {
  const index = await compilePlaces({ extract: monaco, threads: 1, onProgress() {} })
  const random = seededRandom(11)
  const entries = Array.from({ length: countEntries(index) }, (_, entry) => entry)
  for (let round = 0; round < 10; round++) {
    const center = getPosition(index, pick(random, entries))
    for (const category of placeCategories) {
      const accepts = (entry: number) => (index.entries.category[entry] & toMask(category)) !== 0
      const far = (entry: number) => {
        const at = getPosition(index, entry)
        return distanceMeters(center.latitude, center.longitude, at.latitude, at.longitude)
      }
      const expected = entries
        .filter((entry) => accepts(entry) && far(entry) <= 800)
        .sort((a, b) => far(a) - far(b) || a - b)
        .slice(0, 20)
      const nearest = findNearestEntries(index, center, { limit: 20, radiusMeters: 800, accepts })
      expect(
        nearest.map(({ entry }) => entry),
        category,
      ).toEqual(expected)
    }
  }
})
