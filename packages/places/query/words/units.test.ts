import { expect, test } from 'vitest'
import { PlacesBuilder } from '../../index/builder.ts'
import { getLabel } from '../../index/place-index.ts'
import { searchAll } from '../merge.ts'
import { PlaceSearch } from '../search.ts'

const builder = new PlacesBuilder()
const city = builder.add({ kind: 'city', names: ['Testville'], latitude: 1, longitude: 1, importance: 0.6 })
const streets =
  `West Broadway|Holborn Viaduct|Müllerstraße|Mariahilfer Straße|Rue de Rivoli|Calle Mayor|Rua Augusta|Via Roma
  |Marszałkowska|улица Ленина|Annankatu|Storgatan|Nørregade|Karl Johans gate|Keizersgracht|Avenue Louise|Atatürk Caddesi
  |Váci utca|Calea Victoriei|Vodičkova|Smith Street|Narva maantee|Hämeentie|Kärntner Gasse|Prinsenlaan|Kungsvägen|Domplatz`
    .split('|')
    .map((name) => name.trim())
for (const [row, name] of streets.entries()) {
  const latitude = 1 + row / 1000
  const numbers = ['2', '3', '5', '12', '12bis', '25', '40', '46a', '119', '104 1676']
  const russian = name.startsWith('улица') ? ['12к2', '12к2с1', '12с1'] : []
  const houses = [...numbers, ...russian].map((number, column) => ({ number, latitude, longitude: 1 + column / 1000 }))
  builder.add({ kind: 'street', names: [name], latitude, longitude: 1, parent: city, houses })
}
const index = builder.build()
const search = new PlaceSearch(index)

function find(text: string): string {
  const result = searchAll([search], text, { limit: 1 })
  const [best] = result.kind === 'places' ? result.places : []
  return best ? `${getLabel(index, best.entry)} ${best.house?.number}` : 'nothing'
}

test.each([
  ['Canada', '7-119 West Broadway, Testville', 'West Broadway 119'],
  ['Britain', '2nd Floor, 40 Holborn Viaduct', 'Holborn Viaduct 40'],
  ['Britain', 'Flat 3, 40 Holborn Viaduct, Testville', 'Holborn Viaduct 40'],
  ['USA', '119 West Broadway Apt 5B, Testville', 'West Broadway 119'],
  ['USA', '119 West Broadway, Suite 12', 'West Broadway 119'],
  ['Australia', '3/25 Smith Street', 'Smith Street 25'],
  ['Australia', 'Level 5, 25 Smith Street', 'Smith Street 25'],
  ['Germany', 'Müllerstraße 46a, 2. OG', 'Müllerstraße 46a'],
  ['Germany', 'Müllerstr. 12, Wohnung 3', 'Müllerstraße 12'],
  ['Austria', 'Mariahilfer Straße 12, Stiege 2 Tür 5', 'Mariahilfer Straße 12'],
  ['Austria', 'Mariahilfer Straße 12/2/5', 'Mariahilfer Straße 12'],
  ['Austria', 'Mariahilferstr. 12', 'Mariahilfer Straße 12'],
  ['France', '12 bis rue de Rivoli', 'Rue de Rivoli 12bis'],
  ['France', '12 ter rue de Rivoli, 3e étage', 'Rue de Rivoli 12'],
  ['France', '12 rue de Rivoli, bâtiment B, appt 5', 'Rue de Rivoli 12'],
  ['Spain', 'Calle Mayor 12, piso 3 puerta 2', 'Calle Mayor 12'],
  ['Spain', 'Calle Mayor 12, 3º dcha', 'Calle Mayor 12'],
  ['Portugal', 'Rua Augusta 12, 2º esq', 'Rua Augusta 12'],
  ['Brazil', 'Rua Augusta, 12 - apto 5, Testville', 'Rua Augusta 12'],
  ['Italy', 'Via Roma 12, scala B int. 3', 'Via Roma 12'],
  ['Poland', 'Marszałkowska 12 m. 5', 'Marszałkowska 12'],
  ['Russia', 'ул. Ленина, д. 12, кв. 5', 'улица Ленина 12'],
  ['Russia', 'улица Ленина 12к2', 'улица Ленина 12к2'],
  ['Russia', 'улица Ленина 12 корп. 2 стр. 1', 'улица Ленина 12к2с1'],
  ['Russia', 'улица Ленина 12с1', 'улица Ленина 12с1'],
  ['Russia', 'Lenina 12 k2, kv. 5', 'улица Ленина 12к2'],
  ['Finland', 'Annankatu 12 A 5', 'Annankatu 12'],
  ['Finland', 'Annank. 12', 'Annankatu 12'],
  ['Sweden', 'Storgatan 12, 3 tr', 'Storgatan 12'],
  ['Sweden', 'Storg. 12 lgh 1102', 'Storgatan 12'],
  ['Sweden', 'Kungsv. 12', 'Kungsvägen 12'],
  ['Denmark', 'Nørregade 12, 2. tv', 'Nørregade 12'],
  ['Norway', 'Karl Johans gate 12 H0201', 'Karl Johans gate 12'],
  ['Netherlands', 'Keizersgracht 12 2 hoog', 'Keizersgracht 12'],
  ['Netherlands', 'Prinsenln 12', 'Prinsenlaan 12'],
  ['Belgium', 'Avenue Louise 12 bte 5', 'Avenue Louise 12'],
  ['Turkey', 'Atatürk Cad. No:12 Daire 5 Kat 3', 'Atatürk Caddesi 12'],
  ['Turkey', 'Atatürk Cad. 12 Kat 3', 'Atatürk Caddesi 12'],
  ['Hungary', 'Váci utca 12. 2. emelet 5. ajtó', 'Váci utca 12'],
  ['Romania', 'Calea Victoriei 12, sc. 2, et. 3, ap. 5', 'Calea Victoriei 12'],
  ['Czechia', 'Vodičkova 104/1676', 'Vodičkova 104 1676'],
  ['Czechia', 'Vodičkova 104 1676', 'Vodičkova 104 1676'],
  ['Austria', 'Kärntnerg. 12', 'Kärntner Gasse 12'],
  ['Germany', 'Dompl. 12', 'Domplatz 12'],
  ['Estonia', 'Narva mnt 12-5', 'Narva maantee 12'],
])('finds the house and leaves out the flat: %s, %s', (_country, text, expected) => {
  expect(find(text)).toBe(expected)
})
