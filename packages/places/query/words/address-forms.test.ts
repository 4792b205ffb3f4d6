import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

interface Case {
  readonly street: string
  readonly city: string
  readonly houses: readonly string[]
  /** Addresses as users write them, with the intended house numbers. */
  readonly queries: readonly (readonly [query: string, number: string])[]
}

/** Addresses as written in 23 cities, with units, floors, blocks, letters, ranges, and abbreviations. */
const cases: readonly Case[] = (
  [
    [
      'улица Ленина',
      'Москва',
      ['12', '12к2', '12к2с1', '12с3', '14'],
      [
        ['ул. Ленина, д. 12, к. 2, стр. 1, Москва', '12к2с1'],
        ['Ленина 12 корп 2', '12к2'],
        ['Ленина 12к2', '12к2'],
        ['Москва, улица Ленина, 12с3', '12с3'],
        ['ul Lenina 12 k2', '12к2'],
        ['ул Ленина дом 12 корпус 2 кв 45', '12к2'],
        ['ул. Ленина 14, подъезд 2, этаж 3, кв. 10', '14'],
        ['Ленина 12 строение 3', '12с3'],
      ],
    ],
    [
      'Annankatu',
      'Helsinki',
      ['12', '14'],
      [
        ['Annank. 12', '12'],
        ['Annankatu 12 A 5, Helsinki', '12'],
        ['Annankatu 14 as. 3', '14'],
      ],
    ],
    [
      'Mariahilfer Straße',
      'Wien',
      ['12', '14'],
      [
        ['Mariahilferstr. 12/3/7', '12'],
        ['Mariahilfer Str 14 Stiege 2 Tür 5', '14'],
        ['Mariahilfer Strasse 12, Top 4, 1060 Wien', '12'],
      ],
    ],
    [
      'Herrengasse',
      'Wien',
      ['3', '5'],
      [
        ['Herreng. 5', '5'],
        ['Herrengasse 3-5, Wien', '3'],
      ],
    ],
    [
      'Kungsgatan',
      'Stockholm',
      ['8', '10'],
      [
        ['Kungsg. 8, 3 tr, Stockholm', '8'],
        ['Kungsgatan 10 lgh 1201', '10'],
      ],
    ],
    [
      'Nørregade',
      'København',
      ['8', '10'],
      [
        ['Nørregade 8, 2. tv, København', '8'],
        ['Norreg. 10 st. th.', '10'],
      ],
    ],
    [
      'Karl Johans gate',
      'Oslo',
      ['8', '10'],
      [
        ['Karl Johans gt. 8 H0201', '8'],
        ['Karl Johansgate 10', '10'],
      ],
    ],
    [
      'Kerkstraat',
      'Amsterdam',
      ['8', '8a', '8-H', '10'],
      [
        ['Kerkstr. 10', '10'],
        ['Kerkstraat 8-H', '8h'],
        ['Kerkstraat 8 hs', '8'],
        ['Kerkstraat 10-2', '10'],
        ['Kerkstraat 8 A', '8a'],
      ],
    ],
    [
      'Marszałkowska',
      'Warszawa',
      ['8', '10'],
      [
        ['ul. Marszałkowska 8 m. 5', '8'],
        ['ul. Marszałkowska 10/12, Warszawa', '10'],
        ['Marszalkowska 8 lok. 3', '8'],
      ],
    ],
    [
      'Vodičkova',
      'Praha',
      ['104/16', '710/31', '736/17'],
      [
        ['Vodičkova 736/17', '736/17'],
        ['Vodickova 31, Praha', '710/31'],
        ['Vodičkova 736', '736/17'],
      ],
    ],
    [
      'Andrássy út',
      'Budapest',
      ['60', '62'],
      [
        ['Andrássy út 60. 2. em. 3.', '60'],
        ['1062 Budapest, Andrássy út 62. III. emelet 4. ajtó', '62'],
      ],
    ],
    [
      'Rue de Rivoli',
      'Paris',
      ['10', '10bis', '12'],
      [
        ['10 bis rue de Rivoli, Paris', '10bis'],
        ['10bis, Rue de Rivoli', '10bis'],
        ['12 rue de Rivoli bât A esc 2 3ème étage', '12'],
        ['10 B rue de Rivoli', '10bis'],
      ],
    ],
    [
      'Calle de Alcalá',
      'Madrid',
      ['20', '22'],
      [
        ['C/ Alcalá 20, 3º dcha, Madrid', '20'],
        ['Calle de Alcala nº 22 piso 4 puerta B', '22'],
        ['c/Alcalá, 20', '20'],
      ],
    ],
    [
      'Via Roma',
      'Milano',
      ['7', '7/A', '9'],
      [
        ['Via Roma 7/a, Milano', '7/A'],
        ['Via Roma n. 9 int. 3 scala B', '9'],
        ['v. Roma 9', '9'],
      ],
    ],
    [
      'Rua Augusta',
      'São Paulo',
      ['100', '1200'],
      [
        ['R. Augusta, 1200 - apto 31 - Consolação', '1200'],
        ['Rua Augusta 1.200', '1200'],
        ['Rua Augusta, nº 100, bloco B, ap 12', '100'],
      ],
    ],
    [
      'Main Street',
      'Springfield',
      ['12', '12-14', '100', '102'],
      [
        ['Unit 5, 100 Main St', '100'],
        ['#5-100 Main St', '100'],
        ['100 Main St #5', '100'],
        ['100 Main Street Suite 200', '100'],
        ['Apt 3B 102 Main St.', '102'],
        ['Flat 2, 102 Main Street', '102'],
      ],
    ],
    [
      'George Street',
      'Sydney',
      ['250', '252'],
      [
        ['4/250 George St, Sydney', '250'],
        ['Level 3, 252 George St', '252'],
        ['Shop 2 / 250 George St', '250'],
      ],
    ],
    [
      'İstiklal Caddesi',
      'İstanbul',
      ['8', '10'],
      [
        ['İstiklal Cad. No:8 D:3, İstanbul', '8'],
        ['istiklal cd. no 10 kat 2', '10'],
      ],
    ],
    [
      'Ερμού',
      'Αθήνα',
      ['8', '10'],
      [
        ['Ermou 8', '8'],
        ['Ερμού 10, 2ος όροφος', '10'],
      ],
    ],
    [
      'רחוב דיזנגוף',
      'תל אביב',
      ['8', '10'],
      [
        ['דיזנגוף 8 דירה 3', '8'],
        ['Dizengoff 10', '10'],
      ],
    ],
    [
      '南京东路',
      '上海',
      ['8', '100'],
      [
        ['上海南京东路100号', '100'],
        ['南京东路 8号', '8'],
      ],
    ],
    [
      'bd. Unirii',
      'București',
      ['8', '10'],
      [
        ['Bulevardul Unirii nr. 8, bl. 3, sc. A, et. 2, ap. 5', '8'],
        ['B-dul Unirii 10', '10'],
      ],
    ],
    [
      'Ilica',
      'Zagreb',
      ['8', '10'],
      [
        ['Ilica 8/II', '8'],
        ['Ilica 10 kat 3', '10'],
      ],
    ],
  ] as const
).map(([street, city, houses, queries]) => ({ street, city, houses, queries }))

/** Builds a city in which other streets have the numbers of the flats and floors. */
function buildCity({ street, city, houses }: Case): PlaceSearch {
  const builder = new PlacesBuilder()
  const parent = builder.add({ kind: 'city', names: [city], latitude: 1, longitude: 1, importance: 0.7 })
  const addStreet = (name: string, latitude: number, numbers: readonly string[]) =>
    builder.add({
      kind: 'street',
      names: [name],
      latitude,
      longitude: 1,
      parent,
      importance: 0.1,
      houses: numbers.map((number, column) => ({ number, latitude, longitude: 1 + column / 1000 })),
    })
  addStreet(street, 1, houses)
  for (const other of ['Other Road', 'Bahnhofplatz', 'Calle Nueva', 'улица Мира'])
    addStreet(other, 1.1, ['2', '3', '5', '31', '45'])
  return new PlaceSearch(builder.build())
}

describe.each(cases)('$street, $city', (city) => {
  const search = buildCity(city)
  test.each(city.queries)('%s is number %s', (query, number) => {
    const result = searchAll([search], query, { limit: 1 })
    const [best] = result.kind === 'places' ? result.places : []
    const label = best && getLabel(search.index, best.entry)
    expect([label, best?.house?.number]).toEqual([city.street, number.toLowerCase()])
  })
})
