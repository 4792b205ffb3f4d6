import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { getLabel } from '../index/place-index.ts'
import type { HouseRecord } from '../index/record.ts'
import { PlaceSearch } from './search.ts'

/** Index for queries as untrained users write them: short, with swapped words, or in local conventions. */
const builder = new PlacesBuilder()
const houses = (...numbers: string[]): HouseRecord[] =>
  numbers.map((number, at) => ({ number, latitude: 1, longitude: 1 + at / 1000 }))
function town(name: string, country: string, code: string, streets: readonly string[]): void {
  const at = { latitude: 1, longitude: 1, countryCode: code }
  const inside = builder.add({ kind: 'country', names: [country], importance: 0.9, ...at })
  const city = builder.add({ kind: 'city', names: [name], importance: 0.7, parent: inside, ...at })
  for (const street of streets) {
    builder.add({
      kind: 'street',
      names: [street],
      importance: 0.1,
      parent: city,
      ...at,
      houses: houses('5', '12', '1234'),
    })
  }
}
town('Montevideo', 'Uruguay', 'UY', [
  'Avenida General Fructuoso Rivera',
  'Bulevar España',
  'Camino Maldonado',
  'Doctor Luis Piera',
  'Avenida Doctor Luis Alberto de Herrera',
])
town('São Paulo', 'Brasil', 'BR', ['Rua Augusta', 'Travessa Doutor Arnaldo', 'Praça da Sé', 'Alameda Santos'])
town('Wien', 'Österreich', 'AT', ['Mariahilfer Straße', 'Karlsplatz', 'Naschmarktgasse'])
town('Warszawa', 'Polska', 'PL', ['ulica Marszałkowska', 'aleja Niepodległości', 'plac Zamkowy'])
town('Praha', 'Česko', 'CZ', ['Václavské náměstí', 'Národní třída'])
town('Budapest', 'Magyarország', 'HU', ['Andrássy út', 'Váci utca', 'Erzsébet körút'])
town('București', 'România', 'RO', ['Bulevardul Unirii', 'Strada Lipscani', 'Șoseaua Kiseleff', 'Calea Victoriei'])
town('İstanbul', 'Türkiye', 'TR', ['İstiklal Caddesi', 'Bağdat Caddesi', 'Çiçek Sokağı'])
town('Москва', 'Россия', 'RU', ['Тверская улица', 'Ленинский проспект', 'Кривоколенный переулок'])
town('Київ', 'Україна', 'UA', ['вулиця Хрещатик', 'проспект Перемоги'])
town('Tallinn', 'Eesti', 'EE', ['Pikk tänav', 'Narva maantee'])
town('Göteborg', 'Sverige', 'SE', ['Kungsgatan', 'Södra Vägen'])
town('Helsinki', 'Suomi', 'FI', ['Annankatu'])
town('Barcelona', 'Espanya', 'ES', ['Carrer de Mallorca', 'Passeig de Gràcia', 'Avinguda Diagonal'])
town('Jakarta', 'Indonesia', 'ID', ['Jalan Jenderal Sudirman'])
town('London', 'United Kingdom', 'GB', ['Baker Street', 'Kensington High Street', "St. John's Wood Road"])
town('Athina', 'Ελλάδα', 'GR', ['Λεωφόρος Συγγρού', 'Οδός Ερμού'])
const search = new PlaceSearch(builder.build())

describe('street name variants', () => {
  test.each([
    ['av gral rivera 1234', 'Avenida General Fructuoso Rivera'],
    ['1234 rivera general montevideo', 'Avenida General Fructuoso Rivera'],
    ['Bvar. España 12', 'Bulevar España'],
    ['Blvr. España 12', 'Bulevar España'],
    ['L. A. de Herrera 1234', 'Avenida Doctor Luis Alberto de Herrera'],
    ['Dr. L.A. de Herrera 1234', 'Avenida Doctor Luis Alberto de Herrera'],
    ['bv espana 12, montevideo uruguay', 'Bulevar España'],
    ['cno maldonado', 'Camino Maldonado'],
    ['Dr. Piera 5', 'Doctor Luis Piera'],
    ['R. Augusta, 12 - São Paulo', 'Rua Augusta'],
    ['tv dr arnaldo', 'Travessa Doutor Arnaldo'],
    ['pça da se', 'Praça da Sé'],
    ['al. santos 5 sao paulo', 'Alameda Santos'],
    ['Mariahilferstr. 12, Wien', 'Mariahilfer Straße'],
    ['mariahilfer str 12 wien', 'Mariahilfer Straße'],
    ['Karlspl. 5', 'Karlsplatz'],
    ['ul. Marszalkowska 12 Warszawa', 'ulica Marszałkowska'],
    ['Marszałkowska 12', 'ulica Marszałkowska'],
    ['al. Niepodleglosci 5', 'aleja Niepodległości'],
    ['pl zamkowy', 'plac Zamkowy'],
    ['Vaclavske nam. 12', 'Václavské náměstí'],
    ['narodni tr 5 praha', 'Národní třída'],
    ['Vaci u. 12', 'Váci utca'],
    ['Erzsebet krt 5', 'Erzsébet körút'],
    ['bd unirii 5', 'Bulevardul Unirii'],
    ['B-dul Unirii 12', 'Bulevardul Unirii'],
    ['sos kiseleff', 'Șoseaua Kiseleff'],
    ['istiklal cad. 12', 'İstiklal Caddesi'],
    ['bagdat cd no:5', 'Bağdat Caddesi'],
    ['cicek sok 5', 'Çiçek Sokağı'],
    ['Тверская ул., д. 12', 'Тверская улица'],
    ['ул Тверская 12', 'Тверская улица'],
    ['tverskaya 12 moskva', 'Тверская улица'],
    ['ленинский пр-т 5', 'Ленинский проспект'],
    ['вул. Хрещатик 5', 'вулиця Хрещатик'],
    ['khreshchatyk 5 kyiv', 'вулиця Хрещатик'],
    ['pikk tn 5', 'Pikk tänav'],
    ['narva mnt 12 tallinn', 'Narva maantee'],
    ['kungsg. 5 goteborg', 'Kungsgatan'],
    ['Annank. 5 Helsinki', 'Annankatu'],
    ['Naschmarktg. 5', 'Naschmarktgasse'],
    ['c/ mallorca 12 barcelona', 'Carrer de Mallorca'],
    ['pg de gracia 5', 'Passeig de Gràcia'],
    ['jl jend sudirman 5', 'Jalan Jenderal Sudirman'],
    ['12 baker st', 'Baker Street'],
    ['baker street london 12', 'Baker Street'],
    ['kensington high st', 'Kensington High Street'],
    ['st johns wood rd 5', "St. John's Wood Road"],
    ['high kensington street', 'Kensington High Street'],
    ['leof. syggrou 5', 'Λεωφόρος Συγγρού'],
    ['ermou 12 athina', 'Οδός Ερμού'],
  ])('%s', (text, label) => {
    const [best] = search.find(text)
    expect(best && getLabel(search.index, best.entry)).toBe(label)
  })
})

describe('flat numbers, which are not house numbers', () => {
  test.each([
    'Rivera 1234 apto 12',
    'Rivera 1234, piso 5, apto. 12',
    'Apt 5, 1234 Rivera',
    'Rivera 1234 of. 12',
    'flat 12, Rivera 1234',
    'Rivera nº 1234',
    'Rivera N° 1234',
    'Rivera #1234',
    'Rivera №1234',
    'Rivera 1.234',
    '7-1234 Rivera',
    '12/1234 Rivera',
    '2nd Floor, 1234 Rivera',
    'Rivera 1234, 2nd floor',
    'Rivera 1234, 5. OG',
    'Rivera 1234, 12. OG',
    'Rivera 1234, 5º dcha',
    'Rivera 1234, 5 piso',
    'Ривера 1234, кв. 5',
  ])('%s', (text) => {
    expect(search.find(text)[0]).toMatchObject({ house: { number: '1234' } })
  })
})

test.each([
  ['bakerstreet 5 london', 'Baker Street', 0.9],
  ['kensingtonxhigh street', 'Kensington High Street', 0.9],
])('handles two words without a space, or with a letter in its place: %s', (text, label, most) => {
  const [best] = search.find(text)
  expect(getLabel(search.index, best.entry)).toBe(label)
  expect(best.confidence).toBeGreaterThan(0.7)
  expect(best.confidence).toBeLessThanOrEqual(most + 0.05)
})

test('falls back to the city for an unknown street', () => {
  expect(getLabel(search.index, search.find('Nowhere Crescent 17b, London')[0].entry)).toBe('London')
})

test('handles a pasted address with parts that maps do not have', () => {
  const pasted = 'Avenida General Fructuoso Rivera 1234, 11100 Montevideo, Departamento de Montevideo, Uruguay'
  const [best] = search.find(pasted)
  expect(getLabel(search.index, best.entry)).toBe('Avenida General Fructuoso Rivera')
  expect(best).toMatchObject({ house: { number: '1234' } })
  expect(best.confidence).toBeGreaterThan(0.8)
})

test.each([
  ['Rivera 5 piso', '5'],
  ['12-14 Rivera', '12'],
])('keeps the only number as that of the house: %s', (text, number) => {
  expect(search.find(text)[0]).toMatchObject({ house: { number: expect.stringContaining(number) } })
})

describe('vague queries, which have low confidence', () => {
  test.each(['x y', 'mo', 'pr', 'street and avenue', 'avenue street', 'lxndxn'])('%s', (text) => {
    expect(search.find(text)[0]?.confidence ?? 0).toBeLessThan(0.5)
  })

  test('a single typo keeps a high confidence', () => {
    expect(search.find('Barcelxna')[0].confidence).toBeGreaterThan(0.7)
  })
})

test.each(['asdfgh qwerty', 'zzzz xxxx', 'lkj poiu mnb'])('finds nothing for meaningless letters: %s', (text) => {
  expect(search.find(text)).toEqual([])
})
