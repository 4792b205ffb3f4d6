const MAX_NUMBER = 30
/** Minimum length of the name before a number. */
const MIN_NAME_LENGTH = 3
const tens = ['', 'x', 'xx', 'xxx']
const ones = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
/** Words for "the first" after the name of a ruler, as in "Boulevard Albert Premier". */
const firstWords = ['1er', '1ere', 'premier', 'primero', 'primeiro']

/**
 * Numbers after the names of rulers and popes, in all forms: Albert I is Albert 1er, and Henri IV is Henri 4eme. Plain
 * digits are not a form, because the number after a street name is usually a house number.
 */
const formsByWord = new Map<string, readonly string[]>()
for (let number = 1; number <= MAX_NUMBER; number++) {
  const roman = tens[Math.floor(number / 10)] + ones[number % 10]
  const forms = [roman, ...(number === 1 ? firstWords : [`${number}eme`, `${number}ieme`])]
  for (const form of forms) formsByWord.set(form, forms)
}

/** Lists all forms of a number after the name of a ruler. Returns an empty list for other words. */
export function listRegnalForms(word: string): readonly string[] {
  return formsByWord.get(word) ?? []
}

/**
 * Returns true for a Roman numeral of at least two letters. A similar numeral is another number and not a typo: Louis XV
 * is not Louis XIV.
 */
export function isRomanNumeral(word: string): boolean {
  return word.length > 1 && /^[ivx]+$/.test(word) && formsByWord.has(word)
}

/** Returns true if two names contain the numbers of different rulers, as Albert I and Albert II do. */
export function areDifferentRulers(words: readonly string[], otherWords: readonly string[]): boolean {
  const forms = listForms(words)
  const otherForms = listForms(otherWords)
  return forms.length > 0 && otherForms.length > 0 && !forms.some((form) => otherForms.includes(form))
}

/** Lists the forms of the numbers after names. A single letter after a short word is an initial or a house letter. */
function listForms(words: readonly string[]): string[] {
  return words.flatMap((word, index) =>
    index > 0 && words[index - 1].length >= MIN_NAME_LENGTH ? listRegnalForms(word) : [],
  )
}
