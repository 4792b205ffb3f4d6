/** Classes of vehicles with separate tolls, as bits of `TollTable.classes`. */
export const TollClass = { car: 1 << 0, truck: 1 << 1, motorcycle: 1 << 2 } as const
export type TollClass = (typeof TollClass)[keyof typeof TollClass]

/** Kinds of subjects in `TollTable.subjectKind`. */
export const TollSubject = { road: 0, node: 1 } as const

/**
 * The toll amounts of a dataset, sorted by subject. A subject can have multiple rows: one for each currency in which
 * the same toll can be paid, in the order of the map, and one for each group of vehicle classes. Maps without amounts
 * have no table.
 */
export interface TollTable {
  readonly count: number
  /** Kind of the subject, from TollSubject. */
  readonly subjectKind: Uint8Array
  /** Index of the road, or of the node of a toll booth. */
  readonly subject: Uint32Array
  /** Vehicles that pay the amount, as bits of TollClass. */
  readonly classes: Uint8Array
  /** ISO 4217 code, with five bits per letter. */
  readonly currency: Uint16Array
  /** Amount in thousandths of the currency unit. */
  readonly amount: Uint32Array
  /** 1 if the amount is charged for every kilometer, or 0 if it is charged once. */
  readonly isPerKm: Uint8Array
}

/** Amount of a toll as mapped. */
export interface TollRate {
  readonly currency: string
  readonly thousandths: number
  readonly isPerKm: boolean
}

const LETTER_BITS = 5
const CODE_OF_A = 65

/** Encodes a currency code of three capital letters. */
export function encodeCurrency(code: string): number {
  return [...code].reduce((bits, letter) => (bits << LETTER_BITS) | (letter.charCodeAt(0) - CODE_OF_A), 0)
}

export function decodeCurrency(bits: number): string {
  const letter = (shift: number) => String.fromCharCode(CODE_OF_A + ((bits >>> shift) & 31))
  return letter(2 * LETTER_BITS) + letter(LETTER_BITS) + letter(0)
}

interface RowRange {
  readonly first: number
  readonly end: number
}
type RowIndex = readonly [roads: ReadonlyMap<number, RowRange>, nodes: ReadonlyMap<number, RowRange>]

/** Row indexes, built on first use. Few roads have amounts, so the index is small. */
const rowIndexes = new WeakMap<TollTable, RowIndex>()

function indexRows(table: TollTable): RowIndex {
  const cached = rowIndexes.get(table)
  if (cached) return cached
  const maps = [new Map<number, RowRange>(), new Map<number, RowRange>()] as const
  for (let first = 0; first < table.count; ) {
    const [kind, subject] = [table.subjectKind[first], table.subject[first]]
    let end = first
    while (end < table.count && table.subjectKind[end] === kind && table.subject[end] === subject) end++
    maps[kind === TollSubject.road ? 0 : 1].set(subject, { first, end })
    first = end
  }
  rowIndexes.set(table, maps)
  return maps
}

const noRates: readonly TollRate[] = []

/** Lists the amounts of a road or a node for a class of vehicles. The list is empty if no amount is mapped. */
export function listTollRates(
  table: TollTable | undefined,
  kind: keyof typeof TollSubject,
  subject: number,
  vehicleClass: TollClass,
): readonly TollRate[] {
  const rows = table && indexRows(table)[TollSubject[kind]].get(subject)
  if (!rows) return noRates
  const rates: TollRate[] = []
  for (let row = rows.first; row < rows.end; row++) {
    if ((table.classes[row] & vehicleClass) === 0) continue
    rates.push({
      currency: decodeCurrency(table.currency[row]),
      thousandths: table.amount[row],
      isPerKm: table.isPerKm[row] === 1,
    })
  }
  return rates
}
