import { foldName, removePortWord } from '@fairway/sea'

/** Fields used from the `sea-ports` package, by UN/LOCODE. */
export interface TablePort {
  readonly name: string
  readonly alias: readonly string[]
  /** All codes of this port, with the main code first. */
  readonly unlocs?: readonly string[]
  /**
   * Position with the longitude first. In a few positions, the coordinates are swapped, and some positions belong to
   * another place.
   */
  readonly coordinates?: readonly number[]
}

/** Codes of former countries and the current countries of their ports. */
const currentCountriesByCode: Readonly<Record<string, readonly string[]>> = { AN: ['CW', 'SX', 'BQ'] }

/** Returns the countries for the first two letters of a UN/LOCODE. */
export function listCountriesOfCode(code: string): readonly string[] {
  const letters = code.slice(0, 2)
  return currentCountriesByCode[letters] ?? [letters]
}

/** Normalized names of a port in the table, split into main names and other names. */
export interface TableNames {
  readonly mainNames: readonly string[]
  readonly otherNames: readonly string[]
}

/**
 * Returns the names of a port. "Mumbai (ex Bombay)" yields Mumbai and Bombay, and "Hakata/Fukuoka" yields both names.
 */
export function toTableNames({ name, alias }: TablePort): TableNames {
  const mainNames = foldNameParts(name)
  return { mainNames, otherNames: alias.flatMap(foldNameParts).filter((otherName) => !mainNames.includes(otherName)) }
}

function foldNameParts(name: string): string[] {
  // Drop the part after a comma, which is the island or the province.
  const parts = name.split(/[()]/).flatMap((part) => (part.split(',')[0] ?? '').split('/'))
  const names = parts.map((part) => foldName(part.trim().replace(/^ex[ -]|[ -]Apt$/g, '')))
  const nameVariants = names.flatMap((foldedName) => [foldedName, removePortWord(foldedName)])
  return [...new Set(nameVariants)].filter((foldedName) => foldedName.length > 1)
}
