import { foldName, withoutPortWord } from '@fairway/sea'

/** What is used of the package `sea-ports`, by UN/LOCODE. */
export interface TablePort {
  readonly name: string
  readonly alias: readonly string[]
  /** All codes of this port, the chief one first. */
  readonly unlocs?: readonly string[]
  /** Longitude first; a few are swapped, and some are those of another place. */
  readonly coordinates?: readonly number[]
}

/** Codes of countries that are no more, and where their ports lie now. */
const successors: Readonly<Record<string, readonly string[]>> = { AN: ['CW', 'SX', 'BQ'] }

/** The countries that a code stands for: the first two letters of a UN/LOCODE. */
export function countriesOf(code: string): readonly string[] {
  const letters = code.slice(0, 2)
  return successors[letters] ?? [letters]
}

/** Folded: what the table calls a port first, and what else. */
export interface TableNames {
  readonly usual: readonly string[]
  readonly others: readonly string[]
}

/** "Mumbai (ex Bombay)" is Mumbai and Bombay, "Hakata/Fukuoka" both of them. */
export function namesInTable({ name, alias }: TablePort): TableNames {
  const usual = foldParts(name)
  return { usual, others: alias.flatMap(foldParts).filter((other) => !usual.includes(other)) }
}

function foldParts(text: string): string[] {
  // What follows a comma is the island or the province.
  const parts = text.split(/[()]/).flatMap((part) => (part.split(',')[0] ?? '').split('/'))
  const names = parts.map((part) => foldName(part.trim().replace(/^ex[ -]|[ -]Apt$/g, '')))
  const withShorter = names.flatMap((folded) => [folded, withoutPortWord(folded)])
  return [...new Set(withShorter)].filter((folded) => folded.length > 1)
}
