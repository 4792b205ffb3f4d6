import { describe, expect, test } from 'vitest'
import { PlacesBuilder } from '../index/builder.ts'
import { kindWords } from './data/kind-words.ts'
import { findKind, isOfKind, parseKindQuery } from './find-kind.ts'

const toTag = (text: string) => {
  const kind = findKind(text)
  return kind && `${kind.key}=${kind.value}`
}

/** Twenty kinds in ten languages, written as users write them. */
const table: Readonly<Record<string, string>> = {
  'amenity=fuel':
    'gas station|gasolinera|Tankstelle|station-service|stazione di servizio|posto de gasolina|АЗС|tankstation|stacja paliw|加油站',
  'amenity=pharmacy': 'pharmacy|farmacia|Apotheke|pharmacie|farmacia|farmácia|аптека|apotheek|apteka|药店',
  'amenity=hospital': 'hospital|hospital|Krankenhaus|hôpital|ospedale|hospital|больница|ziekenhuis|szpital|医院',
  'shop=supermarket':
    'supermarket|supermercado|Supermarkt|supermarché|supermercato|supermercado|супермаркет|supermarkt|supermarket|超市',
  'amenity=restaurant':
    'restaurant|restaurante|Restaurant|restaurant|ristorante|restaurante|ресторан|restaurant|restauracja|餐馆',
  'amenity=cafe': 'cafe|café|Café|café|caffè|café|кафе|café|kawiarnia|coffee shop',
  'amenity=atm':
    'ATM|cajero automático|Geldautomat|distributeur|bancomat|caixa eletrônico|банкомат|geldautomaat|bankomat|atm',
  'amenity=bank': 'bank|banco|Bank|banque|banca|banco|банк|bank|bank|银行',
  'amenity=parking':
    'parking|aparcamiento|Parkplatz|parking|parcheggio|estacionamento|парковка|parking|parking|car park',
  'tourism=hotel': 'hotel|hotel|Hotel|hôtel|albergo|hotel|гостиница|hotel|hotel|酒店',
  'amenity=police': 'police|policía|Polizei|police|polizia|polícia|полиция|politie|police station|comisaría',
  'amenity=toilets': 'toilets|baños|Toilette|toilettes|bagno|banheiro|туалет|toilet|toaleta|厕所',
  'aeroway=aerodrome': 'airport|aeropuerto|Flughafen|aéroport|aeroporto|aeroporto|аэропорт|luchthaven|lotnisko|机场',
  'railway=station':
    'train station|estación de tren|Bahnhof|gare|stazione ferroviaria|estação de trem|вокзал|treinstation|dworzec|火车站',
  'amenity=school': 'school|escuela|Schule|école|scuola|escola|школа|school|szkoła|学校',
  'shop=bakery': 'bakery|panadería|Bäckerei|boulangerie|panificio|padaria|пекарня|bakkerij|piekarnia|bakeries',
  'tourism=museum': 'museum|museo|Museum|musée|museo|museu|музей|museum|muzeum|museums',
  'amenity=cinema': 'cinema|cine|Kino|cinéma|cinema|cinema|кинотеатр|bioscoop|kino|movie theater',
  'amenity=dentist': 'dentist|dentista|Zahnarzt|dentiste|dentista|dentista|стоматология|tandarts|dentysta|dentists',
  'amenity=post_office':
    'post office|correos|Postamt|bureau de poste|ufficio postale|post offices|почта|postkantoor|correo|postane',
}

describe('words for kinds of places', () => {
  test.each(Object.entries(table))('%s: %s', (tag, words) => {
    expect(words.split('|').filter((word) => toTag(word) !== tag)).toEqual([])
  })

  test('has words for at least 140 kinds, and no word twice', () => {
    const lines = kindWords.trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(140)
    const words = lines.flatMap((line) => line.split('\t')[1].split('|'))
    expect(new Set(words).size).toBe(words.length)
  })

  test.each(['farmacias', 'pharmacies', 'gas stations', 'estaciones de servicio', 'Bäckereien'])(
    'understands the plural %s',
    (text) => {
      expect(toTag(text)).toBeDefined()
    },
  )

  test.each(['Montevideo', '18 de Julio', 'Main Street', '', '12', 'station', 'shop', 'centro'])(
    'does not mistake %j for a kind',
    (text) => {
      expect(toTag(text)).toBeUndefined()
    },
  )
})

test.each([
  ['gas station', '', false],
  ['gas station near me', '', false],
  ['nearest gas station', '', false],
  ['gas station near Pocitos', 'pocitos', true],
  ['gasolinera cerca de Pocitos', 'pocitos', true],
  ['Tankstelle in der Nähe von Pocitos', 'pocitos', true],
  ['gas station Pocitos', 'pocitos', false],
  ['Pocitos gas station', 'pocitos', false],
])('splits %j into the kind and %j (around it: %s)', (text, rest, isNear) => {
  expect(parseKindQuery(text)).toMatchObject({ kind: { key: 'amenity', value: 'fuel' }, rest, isNear })
})

test('treats the words after "of" as a name', () => {
  expect(parseKindQuery('aeropuerto de Carrasco')).toMatchObject({ rest: 'carrasco', isNear: false })
  expect(parseKindQuery('Bulevar Artigas 1234')).toBeUndefined()
})

test('recognizes entries of a kind by their tags, and airports of the gazetteer', () => {
  const builder = new PlacesBuilder()
  const add = (kind: 'poi' | 'airport' | 'street', tags: object) =>
    builder.add({ kind, names: ['x'], latitude: 1, longitude: 1, details: JSON.stringify({ tags }) })
  add('airport', { iata: 'XXX' })
  add('poi', { amenity: 'fuel;cafe' })
  add('poi', { amenity: 'cafe' })
  add('poi', { healthcare: 'hospital' })
  add('street', { amenity: 'fuel' })
  add('poi', { amenity: 'restaurant', cuisine: 'italian;pizza' })
  const index = builder.build()
  const list = (text: string) => {
    const kind = findKind(text)
    return kind ? [0, 1, 2, 3, 4, 5].filter((entry) => isOfKind(index, entry, kind)).length : -1
  }
  expect(['airport', 'gas station', 'hospital', 'pharmacy'].map(list)).toEqual([1, 1, 1, 0])
  expect(['pizzería', 'italian restaurant', 'sushi'].map(list)).toEqual([1, 1, 0])
})

test.each([
  ['shop=shoes', 'shoe stores|tienda de zapatos|Schuhladen|magasin de chaussures|sklep z butami|магазины обуви'],
  ['shop=books', 'Bücherläden|magasins de livres|книжные магазины|kitap mağazaları'],
  ['amenity=bank', 'the nearest bank|best banks in town|banco más cercano|ближайший банк|en yakın banka'],
  [
    'amenity=pharmacy',
    'farmacia de guardia|pharmacie de garde|apteka całodobowa|nöbetçi eczaneler|круглосуточные аптеки',
  ],
  ['amenity=dentist', 'Zahnarzt in der Nähe|tandartsen in de buurt|dentysta w pobliżu|дантист рядом|近くの歯医者'],
  ['amenity=nightclub', 'ночные клубы|kluby nocne|gece kulüpleri|boîtes de nuit|casas noturnas'],
])('understands goods, plurals and phrases: %s', (tag, words) => {
  expect(words.split('|').filter((word) => toTag(word) !== tag)).toEqual([])
})

test.each([
  ['Queens yakınında eczane', 'queens'],
  ['Queensの近くの薬局', 'queens'],
  ['apteki blisko Queens', 'queens'],
])('finds the place in %j', (text, rest) => {
  expect(parseKindQuery(text)).toMatchObject({ kind: { value: 'pharmacy' }, rest, isNear: true })
})

test.each(['Station Road 5, Hollis', 'Court Street', 'Camí del Mig', 'Lodi', 'Tala'])('takes %j for a name', (text) => {
  const query = parseKindQuery(text)
  expect(query === undefined || query.isInflected).toBe(true)
})

test('requires the religion of a mosque', () => {
  const builder = new PlacesBuilder()
  for (const religion of ['christian', 'muslim'])
    builder.add({
      kind: 'poi',
      names: ['x'],
      latitude: 1,
      longitude: 1,
      details: JSON.stringify({ tags: { amenity: 'place_of_worship', religion } }),
    })
  const index = builder.build()
  const mosque = findKind('mezquitas')
  expect(mosque && [0, 1].filter((entry) => isOfKind(index, entry, mosque))).toHaveLength(1)
})

test('finds heliports and plurals that translations assign to a rarer kind', () => {
  for (const word of ['heliport', 'Héliport', 'helipuerto', 'eliporto']) expect(toTag(word)).toBe('aeroway=heliport')
  for (const word of ['ristoranti', 'restaurantes']) expect(toTag(word)).toBe('amenity=restaurant')
  expect(toTag('helipad')).toBe('aeroway=helipad')
})

test('finds the place after a description of the kind', () => {
  for (const text of ['pharmacie de garde Monaco', 'farmacia 24h Monaco', 'pharmacies ouvertes à Monaco'])
    expect(parseKindQuery(text)).toMatchObject({ kind: { value: 'pharmacy' }, rest: 'monaco' })
  expect(parseKindQuery('hotel la paz')).toMatchObject({ kind: { value: 'hotel' }, rest: 'la paz' })
})
