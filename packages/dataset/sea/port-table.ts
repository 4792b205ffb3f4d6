import { foldName, removePortWord } from '@fairway/sea'

/** The fields used from the `sea-ports` package, by UN/LOCODE. */
export interface TablePort {
  readonly name: string
  readonly alias: readonly string[]
  /** All codes of this port, main code first. */
  readonly unlocs?: readonly string[]
  /** Longitude first. A few are swapped, and some belong to another place. */
  readonly coordinates?: readonly number[]
}

/** Codes of former countries, and the current countries of their ports. */
const currentCountriesByCode: Readonly<Record<string, readonly string[]>> = { AN: ['CW', 'SX', 'BQ'] }

/** The countries of a code, from the first two letters of a UN/LOCODE. */
export function listCountriesOfCode(code: string): readonly string[] {
  const letters = code.slice(0, 2)
  return currentCountriesByCode[letters] ?? [letters]
}

/** Folded names: the table's main name of a port, and its other names. */
export interface TableNames {
  readonly mainNames: readonly string[]
  readonly otherNames: readonly string[]
}

/** "Mumbai (ex Bombay)" yields Mumbai and Bombay, "Hakata/Fukuoka" yields both. */
export function toTableNames({ name, alias }: TablePort): TableNames {
  const mainNames = foldNameParts(name)
  return { mainNames, otherNames: alias.flatMap(foldNameParts).filter((otherName) => !mainNames.includes(otherName)) }
}

function foldNameParts(name: string): string[] {
  // The part after a comma is the island or the province.
  const parts = name.split(/[()]/).flatMap((part) => (part.split(',')[0] ?? '').split('/'))
  const names = parts.map((part) => foldName(part.trim().replace(/^ex[ -]|[ -]Apt$/g, '')))
  const nameVariants = names.flatMap((folded) => [folded, removePortWord(folded)])
  return [...new Set(nameVariants)].filter((folded) => folded.length > 1)
}
