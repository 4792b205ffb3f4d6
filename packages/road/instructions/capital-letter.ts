/** Capitalizes the first letter by the rules of the language. For example, Turkish "istanbul" becomes "İstanbul". */
export type CapitalizeWord = (word: string) => string

export function createCapitalizer(language: string): CapitalizeWord {
  // The cache has at most one entry per UTF-16 unit. Applying the language rules each time would cost more than
  // building the whole sentence.
  const capitals = new Map<number, string>()
  return (word) => {
    if (word === '') return word
    const codeUnit = word.charCodeAt(0)
    if (codeUnit >= 65 && codeUnit <= 90) return word
    let capital = capitals.get(codeUnit)
    if (capital === undefined) {
      capital = word.charAt(0).toLocaleUpperCase(language)
      capitals.set(codeUnit, capital)
    }
    return capital.length === 1 && capital.charCodeAt(0) === codeUnit ? word : capital + word.slice(1)
  }
}
