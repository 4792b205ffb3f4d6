import { foldText } from './fold.ts'

/** A word with the number of its comma-separated part. Words of one part tend to name one thing. */
export interface Token {
  readonly text: string
  readonly part: number
}

const apostrophes = /(?<=[\p{L}\p{N}])['’‘`´ʹʺ](?=[\p{L}\p{N}]|\b|$)/gu
const dottedInitials = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}/gu
/** House numbers and postcodes keep dashes and slashes: 12-14, 112-34, 12/3, 1000-001. */
const tokenPattern = /\p{N}[\p{L}\p{N}]*(?:[-–/]\p{N}[\p{L}\p{N}]*)*|[\p{L}\p{N}\p{M}]+|[,;\n\t]/gu
/** A variant for plain ASCII, which covers most folded strings and takes a third of the time. */
const plainTokenPattern = /[0-9][a-z0-9]*(?:[-/][0-9][a-z0-9]*)*|[a-z0-9]+|[,;\n\t]/g
const plainTextPattern = /^[a-z0-9 ,;\n\t/()&_-]*$/
const hanPattern = /[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u
const hanRunPattern =
  /[\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+|[^\u3005\u3007\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]+/gu

const separators = new Set([',', ';', '\n', '\t'])

/** No place name is longer; the rest is ignored. */
export const MAX_TOKEN_LENGTH = 40

export function tokenize(text: string): Token[] {
  const folded = foldText(text)
  const isPlainText = plainTextPattern.test(folded)
  const rawTokens = isPlainText ? folded.match(plainTokenPattern) : removePunctuation(folded).match(tokenPattern)
  const tokens: Token[] = []
  let partNumber = 0
  for (const rawToken of rawTokens ?? []) {
    if (separators.has(rawToken)) partNumber++
    else if (isPlainText) tokens.push({ text: rawToken.slice(0, MAX_TOKEN_LENGTH), part: partNumber })
    else for (const word of splitHanRuns(rawToken)) tokens.push({ text: word, part: partNumber })
  }
  return tokens
}

/** O'Connell is one word, and so is U.S.A. */
function removePunctuation(folded: string): string {
  return folded.replace(apostrophes, '').replace(dottedInitials, (letters) => letters.replaceAll('.', ''))
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

/** Chinese text has no spaces, so every two adjacent characters form a word. A single character is too ambiguous. */
function toBigrams(run: string): string[] {
  const letters = [...run]
  if (letters.length === 1) return letters
  return letters.slice(1).map((letter, index) => letters[index] + letter)
}

export function isHan(token: string): boolean {
  return hanPattern.test(token)
}

/** Starts with a digit and is not an ordinal such as 110th, or 11t0h with two swapped letters. A French house may be 10bis. */
export function isNumeric(token: string): boolean {
  const code = token.charCodeAt(0)
  return code >= 48 && code <= 57 && !/\d(?!(?:bis|ter|quater)$)(?:[a-z]{2,}|t\dh|s\dt|n\dd|r\dd)$/.test(token)
}
