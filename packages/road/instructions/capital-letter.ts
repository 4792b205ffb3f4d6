/** Capitalizes the first letter by the rules of the language: Turkish "istanbul" becomes "İstanbul". */
export type Capitalize = (text: string) => string

export function capitalizeIn(language: string): Capitalize {
  // At most one entry per UTF-16 unit. Applying the language rules each time would cost more than the whole sentence.
  const capitals = new Map<number, string>()
  return (text) => {
    if (text === '') return text
    const unit = text.charCodeAt(0)
    if (unit >= 65 && unit <= 90) return text
    let capital = capitals.get(unit)
    if (capital === undefined) {
      capital = text.charAt(0).toLocaleUpperCase(language)
      capitals.set(unit, capital)
    }
    return capital.length === 1 && capital.charCodeAt(0) === unit ? text : capital + text.slice(1)
  }
}
