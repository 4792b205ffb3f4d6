import { tokenizeToStrings } from '../text/tokenize.ts'
import { everydayWords } from './data/everyday-words.ts'
import { goodsWords } from './data/goods-words.ts'
import { kindWords } from './data/kind-words.ts'
import { serviceWords } from './data/service-words.ts'

type Tag = readonly [key: string, value: string]

/** A kind of place, with its OpenStreetMap tag and other tags with the same meaning. */
export interface PlaceKindTag {
  readonly key: string
  readonly value: string
  readonly alsoTagged: readonly Tag[]
  /** Further tag that places of this kind must have, such as the religion of a mosque. */
  readonly requiredTag?: Tag | undefined
}

const alsoTagged: Readonly<Record<string, PlaceKindTag['alsoTagged']>> = {
  'amenity=hospital': [['healthcare', 'hospital']],
  'amenity=clinic': [['healthcare', 'clinic']],
  'amenity=pharmacy': [['healthcare', 'pharmacy']],
  'amenity=doctors': [['healthcare', 'doctor']],
  'amenity=dentist': [['healthcare', 'dentist']],
  'amenity=kindergarten': [['amenity', 'childcare']],
  'amenity=atm': [['atm', 'yes']],
  'amenity=university': [['amenity', 'college']],
  'railway=station': [['railway', 'halt']],
  'amenity=grave_yard': [['landuse', 'cemetery']],
  'cuisine=steak_house': [
    ['cuisine', 'barbecue'],
    ['cuisine', 'steak'],
  ],
}

interface KindTables {
  readonly kindByWords: ReadonlyMap<string, PlaceKindTag>
  readonly kindByGoods: ReadonlyMap<string, PlaceKindTag>
  /** First letters of all words in the tables. */
  readonly beginnings: ReadonlySet<string>
}

const BEGINNING_LENGTH = 4
let cachedTables: KindTables | undefined

/** Reads the tables on first use, because most threads never search for places. */
function getTables(): KindTables {
  cachedTables ??= readTables()
  return cachedTables
}

function readTables(): KindTables {
  const kindByWords = readTable([kindWords, serviceWords, everydayWords])
  const kindByGoods = readTable([goodsWords])
  const beginnings = new Set<string>()
  for (const phrase of [...kindByWords.keys(), ...kindByGoods.keys()])
    for (const word of phrase.split(' ')) addBeginnings(word, beginnings)
  for (const word of shopWords.split(' ')) addBeginnings(word, beginnings)
  return { kindByWords, kindByGoods, beginnings }
}

/** Adds the first letters of a word. In short words, the ending of the plural may replace the fourth letter. */
function addBeginnings(word: string, beginnings: Set<string>): void {
  beginnings.add(word.slice(0, BEGINNING_LENGTH))
  if (word.length <= BEGINNING_LENGTH) beginnings.add(word.slice(0, BEGINNING_LENGTH - 1))
}

/**
 * Returns false if no form of a folded word is in the tables. This is the case for most words of addresses, which are
 * then not searched further.
 */
export function mayNameKind(word: string): boolean {
  const { beginnings } = getTables()
  return beginnings.has(word.slice(0, BEGINNING_LENGTH)) || beginnings.has(word.slice(0, BEGINNING_LENGTH - 1))
}

/** Reads tables of tags and words. A word in a later table replaces the same word in an earlier one. */
function readTable(tables: readonly string[]): ReadonlyMap<string, PlaceKindTag> {
  const kinds = new Map<string, PlaceKindTag>()
  for (const table of tables) {
    const added = new Set<string>()
    for (const line of table.trim().split('\n')) {
      const [tag = '', words = ''] = line.split('\t')
      const kind = parseKind(tag)
      for (const word of words.split('|')) {
        const folded = tokenizeToStrings(word).join(' ')
        if (added.has(folded)) continue
        added.add(folded)
        kinds.set(folded, kind)
      }
    }
  }
  return kinds
}

function parseKind(text: string): PlaceKindTag {
  const [[key = '', value = ''] = [], required] = text.split('&').map((tag) => tag.split('='))
  const [requiredKey = '', requiredValue = ''] = required ?? []
  return {
    key,
    value,
    alsoTagged: alsoTagged[text] ?? [],
    requiredTag: required ? [requiredKey, requiredValue] : undefined,
  }
}

/** Finds a kind by its folded words, which must be in the singular. */
export function findKindByWords(words: string): PlaceKindTag | undefined {
  return getTables().kindByWords.get(words)
}

/** Separate words in the patterns below that the tables do not contain. */
const shopWords =
  'store shop retailer dealer outlet center negocio comercio almacen local casa puesto vendeur marchand bottega rivendita loja stoisko punkt lavka otdel butik dukkani marketi saticisi evi z de des du di do da'
/** Patterns for a word for a shop and its goods. The goods are the only capturing group. All words are folded. */
const shopPatterns: readonly RegExp[] = [
  /^(.+) (?:store|shop|retailer|dealer|outlet|center)$/,
  /^(?:tienda|negocio|comercio|almacen|local|casa|puesto) de (.+)$/,
  /^(?:magasin|boutique|vendeur|marchand) (?:de |des |du |d)(.+)$/,
  /^(?:negozio|bottega|rivendita) (?:di |d)(.+)$/,
  /^(?:loja|casa) (?:de |do |da )(.+)$/,
  /^(.+?)s?(?:laden|geschaft|fachgeschaft|handlung|shop|markt|fachmarkt|handel|handler|haus|abteilung)$/,
  /^(.+) (?:laden|geschaft|markt|salon|handler)$/,
  /^(.+?)s? ?(?:winkel|zaak|handel|speciaalzaak)$/,
  /^(?:sklep|salon|punkt) (.+)$/,
  /^(?:sklep|stoisko) z (.+)$/,
  /^(?:magazin|salon|lavka|otdel|butik) (.+)$/,
  /^(.+) (?:magazin|salon|magazasi|dukkani|marketi|saticisi|evi)$/,
  /^(.+?)s?(?:butik|affar|handel|handlare)$/,
]

/** Finds a shop by its goods, as in "shoe store", "tienda de zapatos" and "Schuhgeschäft". */
export function findKindByGoods(words: string): PlaceKindTag | undefined {
  for (const pattern of shopPatterns) {
    const goods = pattern.exec(words)?.[1]
    const kind = goods === undefined ? undefined : getTables().kindByGoods.get(goods)
    if (kind) return kind
  }
  return undefined
}
