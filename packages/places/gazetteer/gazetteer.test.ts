import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { readDetails } from '../index/details.ts'
import { getKind, getLabel, listAncestors } from '../index/place-index.ts'
import { PlaceSearch } from '../query/search.ts'
import { addGazetteer, type GazetteerSources } from './gazetteer.ts'
import { parseGeoNames } from './geonames.ts'
import { listOfficialNames } from './official-names.ts'
import { parseRegionNames } from './region-names.ts'

const line = (id: number, names: string, at: string, code: string, country: string, region: string, people: number) => {
  const [name, ...others] = names.split(',')
  return [id, name, name, others.join(','), ...at.split(' '), 'P', code, country, '', region, '', '', '', people].join(
    '\t',
  )
}
const sources: GazetteerSources = {
  places: [
    line(6, 'Schwabing', '48.163 11.586', 'PPLX', 'DE', '02', 61_000),
    line(7, 'Stadtteil', '49.9 10.9', 'PPLX', 'DE', '02', 1_000),
    line(8, 'Grossmetzgersdorf', '48.2 11.6', 'PPLX', 'AT', '02', 1_000),
    line(1, 'Munich,München,Мюнхен', '48.137 11.575', 'PPLA', 'DE', '02', 1_260_391),
    line(2, 'Bamberg,Бамберг', '49.89 10.89', 'PPL', 'DE', '02', 70_047),
    line(3, 'Paris,巴黎', '48.853 2.349', 'PPLC', 'FR', '11', 2_138_551),
    line(4, 'Hamburg,HAM', '53.55 9.99', 'PPLA', 'DE', '04', 1_739_117),
    line(5, 'Sydney', '-33.87 151.2', 'PPLA', 'AU', '02', 4_627_345),
  ].join('\n'),
  regions: [
    { code: 'DE.02', name: 'Bavaria' },
    { code: 'DE.04', name: 'Hamburg' },
    { code: 'AU.02', name: 'New South Wales' },
  ],
  countries: [
    { properties: { iso1A2: 'DE', iso1A3: 'DEU', nameEn: 'Germany' } },
    { properties: { iso1A2: 'FR', iso1A3: 'FRA', nameEn: 'France' } },
    { properties: { iso1A2: 'AU', iso1A3: 'AUS', nameEn: 'Australia' } },
  ],
  regionNames: parseRegionNames('DE.02\tBY\tde=Bayern|ja=バイエルン州|ru=Бавария\nAU.02\tNSW\t\n\nno table'),
}

function built(...options: [((code: string) => boolean)?, ((name: string) => boolean)?]) {
  const builder = new PlacesBuilder()
  const areas = addGazetteer(builder, sources, ...options)
  const index = builder.build()
  const search = new PlaceSearch(index)
  const first = (text: string) => {
    const [best] = search.find(text)
    return best && [getKind(index, best.entry), getLabel(index, best.entry)].join(' ')
  }
  return { index, search, areas, first }
}

test('skips lines that are not places', () => {
  expect([...parseGeoNames('\nnot a place\n1\tA\n')]).toEqual([])
})

test('puts places into their region and country', () => {
  const { index, search } = built()
  const [bamberg] = search.find('Bamberg')
  expect(listAncestors(index, bamberg.entry).map((area) => getLabel(index, area))).toEqual(['Bavaria', 'Germany'])
})

test('puts suburbs into a city of their country that is close enough', () => {
  const { index, search } = built()
  const ancestors = (text: string) =>
    listAncestors(index, search.find(text)[0].entry).map((area) => getLabel(index, area))
  expect(ancestors('Schwabing')).toEqual(['Munich', 'Bavaria', 'Germany'])
  expect(ancestors('Stadtteil')).toEqual(['Bavaria', 'Germany'])
  expect(ancestors('Grossmetzgersdorf')).toEqual([])
})

describe('regions', () => {
  test.each(['Bayern', 'Бавария', 'バイエルン州', 'Bavaria'])('finds Bavaria as %s', (text) => {
    expect(built().first(text)).toBe('region Bavaria')
  })

  test('have their names in other languages', () => {
    const { index, search } = built()
    expect(readDetails(index, search.find('Bavaria')[0].entry)?.names).toEqual({
      en: 'Bavaria',
      de: 'Bayern',
      ja: 'バイエルン州',
      ru: 'Бавария',
    })
  })

  test('are abbreviated where addresses do so, and only there', () => {
    const { search, index } = built()
    expect(getLabel(index, search.find('Sydney NSW')[0].entry)).toBe('Sydney')
    expect(search.find('Sydney NSW')[0].confidence).toBeGreaterThan(0.9)
    expect(search.find('BY', { isOpen: false })).toEqual([])
  })
})

test('names countries in many languages, and by their codes in capital letters', () => {
  for (const text of ['Deutschland', 'Германия', '德国']) expect(built().first(text)).toBe('country Germany')
  expect(built().search.find('DEU', { isOpen: false })).toHaveLength(1)
  expect(built().first('DE')).toBe('country Germany')
  expect(built().search.find('de', { isOpen: false })).toEqual([])
})

test('names countries officially', () => {
  for (const text of ['Bundesrepublik Deutschland', 'federal republic of germany', 'République française'])
    expect(built().first(text)).toMatch(/^country (Germany|France)$/)
  expect(listOfficialNames('XX')).toEqual([])
})

test('reads only the requested countries, and only names that belong to the place', () => {
  expect([...built((code) => code === 'FR').areas.countries.keys()]).toEqual(['FR'])
  expect(built().first('HAM')).toBe('city Hamburg')
  expect(built(undefined, (name) => name !== 'HAM').search.find('HAM', { isOpen: false })).toEqual([])
})
