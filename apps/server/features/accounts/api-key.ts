import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * `fw_live_`, 32 random letters and digits (190 bits), and a checksum of 6. A mistyped or invented key is rejected
 * without a database query, and secret scanners can recognize real keys.
 */
const PREFIX = 'fw_live_'
const RANDOM_LETTERS = 32
const CHECK_LETTERS = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LETTERS + CHECK_LETTERS}}$`)

export function createApiKey(): string {
  const secret = randomLetters(RANDOM_LETTERS)
  return `${PREFIX}${secret}${checkLetters(secret)}`
}

export function isWellFormedKey(text: string): boolean {
  if (!SHAPE.test(text)) return false
  const secret = text.slice(PREFIX.length, PREFIX.length + RANDOM_LETTERS)
  return text.endsWith(checkLetters(secret))
}

/** The stored form of the key. No salt is needed: 190 random bits cannot be guessed from their hash. */
export function hashKey(text: string): string {
  return hash('sha256', text)
}

export function hintOf(apiKey: string): string {
  return apiKey.slice(-4)
}

export function randomLetters(count: number): string {
  let letters = ''
  for (let index = 0; index < count; index++) letters += ALPHABET[randomInt(ALPHABET.length)]
  return letters
}

function checkLetters(secret: string): string {
  let rest = crc32(secret)
  let letters = ''
  for (let index = 0; index < CHECK_LETTERS; index++) {
    letters = ALPHABET[rest % ALPHABET.length] + letters
    rest = Math.floor(rest / ALPHABET.length)
  }
  return letters
}
