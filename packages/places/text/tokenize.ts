import { foldText } from './fold.ts'

/** A word with the number of its comma-separated part. The words of a part usually name the same place. */
export interface Token {
  readonly text: string
  readonly part: number
}

const apostrophePattern = /(?<=[\p{L}\p{N}])['’‘`´ʹʺ](?=[\p{L}\p{N}]|\b|$)/gu
const dottedInitialsPattern = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
/** Matches tokens. House numbers and postcodes keep dashes and slashes: 12-14, 112-34, 12/3, 1000-001. */
const tokenPattern = /\p{N}[\p{L}\p{N}]*(?:[-–/]\p{N}[\p{L}\p{N}]*)*|[\p{L}\p{N}\p{M}]+|[,;\n\t]/gu
/** Variant for plain ASCII, which covers most folded strings and takes a third of the time. */
const plainTokenPattern = /[0-9][a-z0-9]*(?:[-/][0-9][a-z0-9]*)*|[a-z0-9]+|[,;\n\t]/g
const plainTextPattern = /^[a-z0-9 ,;\n\t/()&_-]*$/
const hanPattern = /[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const hanRunPattern =
  /[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+|[^\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+/gu

const separators = new Set([',', ';', '\n', '\t'])

/** Maximum length of a token. No place name is longer, and further letters are ignored. */
export const MAX_TOKEN_LENGTH = 40

export function tokenize(text: string): Token[] {
  const foldedText = foldText(text)
  const isPlainText = plainTextPattern.test(foldedText)
  const rawTokens = isPlainText
    ? foldedText.match(plainTokenPattern)
    : removePunctuation(foldedText).match(tokenPattern)
  const tokens: Token[] = []
  let partNumber = 0
  for (const rawToken of rawTokens ?? []) {
    if (separators.has(rawToken)) partNumber++
    else if (isPlainText) tokens.push({ text: rawToken.slice(0, MAX_TOKEN_LENGTH), part: partNumber })
    else for (const word of splitHanRuns(rawToken)) tokens.push({ text: word, part: partNumber })
  }
  return tokens
}

/** Removes punctuation within words, so that O'Connell and U.S.A. are one word each. */
function removePunctuation(foldedText: string): string {
  return foldedText
    .replace(apostrophePattern, '')
    .replace(dottedInitialsPattern, (letters) => letters.replaceAll('.', ''))
}

export function tokenizeToStrings(text: string): string[] {
  return tokenize(text).map((token) => token.text)
}

function splitHanRuns(rawToken: string): string[] {
  if (!hanPattern.test(rawToken)) return [rawToken.replaceAll('–', '-').slice(0, MAX_TOKEN_LENGTH)]
  return (rawToken.match(hanRunPattern) ?? []).flatMap((run) =>
    hanPattern.test(run) ? toBigrams(run) : [run.slice(0, MAX_TOKEN_LENGTH)],
  )
}

/** Splits Chinese text, which has no spaces, into bigrams. A single character is too ambiguous. */
function toBigrams(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => letters[index] + letter)
}

export function isHan(token: string): boolean {
  return hanPattern.test(token)
}

/**
 * Returns true if the token starts with a digit and is not an ordinal such as 110th, or 11t0h with two swapped letters.
 * French house numbers such as 10bis are numeric.
 */
export function isNumeric(token: string): boolean {
  const code = token.charCodeAt(0)
  return code >= 48 && code <= 57 && !/\d(?!(?:bis|ter|quater)$)(?:[a-z]{2,}|t\dh|s\dt|n\dd|r\dd)$/.test(token)
}
