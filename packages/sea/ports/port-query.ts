/** A parsed port query, with a name and the countries or regions that contain it, largest last. */
export interface PortQuery {
  readonly name: string
  readonly areas: readonly string[]
}

/** Parses queries such as "Victoria, BC" and "Rotterdam (NL)". */
export function parsePortQuery(text: string): PortQuery {
  const [name = '', ...areas] = text
    .split(/[,;()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return { name, areas }
}

const MAX_WORDS_OF_AREA = 3

/**
 * Splits a query without commas. Its last words may be a country or region, as in "Southampton UK" and "Newcastle New
 * South Wales". The most likely split comes first.
 */
export function splitWithoutCommas({ name, areas }: PortQuery): PortQuery[] {
  const words = name.split(/\s+/)
  if (areas.length > 0) return []
  const maxWords = Math.min(MAX_WORDS_OF_AREA, words.length - 1)
  return Array.from({ length: maxWords }, (_, index) => ({
    name: words.slice(0, -1 - index).join(' '),
    areas: [words.slice(-1 - index).join(' ')],
  }))
}
