import { expect, test } from 'vitest'
import { findNameInCompound, formatOrdinal, listSynonyms } from './synonyms.ts'
import { isNumeric, MAX_TOKEN_LENGTH, tokenize, tokenizeToStrings } from './tokenize.ts'

test.each([
  ['Av. 18 de Julio 1234', ['av', '18', 'de', 'julio', '1234']],
  ["O'Connell Street", ['oconnell', 'street']],
  ['Rue de l’Église', ['rue', 'de', 'leglise']],
  ['Peter-Kaiser-Strasse 12a', ['peter', 'kaiser', 'strasse', '12a']],
  ['112-34 Queens Blvd', ['112-34', 'queens', 'blvd']],
  ['Hauptstr. 12/3', ['hauptstr', '12/3']],
  ['Musterweg 12–14', ['musterweg', '12-14']],
  ['SW1A 1AA', ['sw1a', '1aa']],
  ['U.S.A.', ['usa']],
  ['東京都', ['東京', '京都']],
  ['北', ['北']],
  ['サン・ジュリア教区', ['san', 'juria', '教区']],
  ['Rivera Nº1234', ['rivera', 'no', '1234']],
  ['ул. Ленина №5', ['ul', 'lenina', 'no', '5']],
  ['Calle C/ Mayor, 3', ['calle', 'c', 'mayor', '3']],
  ['', []],
  ['… !?🙂 "\u0000\u0007', []],
])('%s', (text, words) => {
  expect(tokenizeToStrings(text)).toEqual(words)
})

test('reads numbers with a suffix as numbers, and ordinals as words', () => {
  const words = ['12', '12a', '112-34', '10bis', '8ter', '110th', '2nd', '3eme', 'b12']
  expect(words.filter(isNumeric)).toEqual(['12', '12a', '112-34', '10bis', '8ter'])
})

test('splits at commas', () => {
  expect(tokenize('Main St 5, Springfield; Illinois').map(({ part }) => part)).toEqual([0, 0, 0, 1, 2])
})

test('limits the length of a word', () => {
  expect(tokenizeToStrings('a'.repeat(10_000))).toEqual(['a'.repeat(MAX_TOKEN_LENGTH)])
})

test.each([
  ['st', 'street'],
  ['st', 'saint'],
  ['str', 'strasse'],
  ['hauptstr', 'hauptstrasse'],
  ['kerkstr', 'kerkstraat'],
  ['ave', 'avenida'],
  ['blvd', 'boulevard'],
  ['ul', 'ulitsa'],
  ['r', 'rua'],
  ['c', 'calle'],
  ['pza', 'plaza'],
  ['gral', 'general'],
  ['cnel', 'coronel'],
  ['dr', 'drive'],
  ['dr', 'doctor'],
  ['muenchen', 'munchen'],
  ['110', '110th'],
  ['110th', '110'],
  ['krt', 'korut'],
  ['tn', 'tanav'],
  ['mnt', 'maantee'],
  ['cad', 'caddesi'],
  ['sos', 'soseaua'],
  ['pg', 'passeig'],
  ['vul', 'vulitsya'],
  ['puerto', 'port'],
  ['urb', 'urbanizacion'],
  ['agios', 'saint'],
  ['i', '1er'],
  ['iv', '4eme'],
])('treats %s as an abbreviation of %s', (short, long) => {
  expect(listSynonyms(short)).toContain(long)
})

test('has symmetric synonyms', () => {
  for (const word of ['street', 'avenida', 'saint', 'general', '1er', 'xiv']) {
    for (const other of listSynonyms(word)) expect(listSynonyms(other)).toContain(word)
  }
})

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [113, '113th'],
  [121, '121st'],
])('writes %i as %s', (number, word) => {
  expect(formatOrdinal(number)).toBe(word)
})

test('extracts the name from a compound with a street type', () => {
  expect(findNameInCompound('mariahilferstr')).toBe('mariahilfer')
  expect(findNameInCompound('kungsgatan')).toBe('kungs')
  expect(findNameInCompound('weg')).toBeUndefined()
  expect(findNameInCompound('montevideo')).toBeUndefined()
})
