import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A key consists of `fw_live_`, 32 random letters and digits (190 bits), and a six-character checksum. With the
 * checksum, a mistyped key is rejected without a database query, and secret scanners can recognize real keys.
 */
const KEY_PREFIX = 'fw_live_'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const KEY_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_PATTERN = new RegExp(`^${KEY_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

export function createApiKey(): string {
  const secret = createRandomString(RANDOM_LENGTH)
  return `${KEY_PREFIX}${secret}${computeChecksum(secret)}`
}

export function isWellFormedKey(key: string): boolean {
  if (!KEY_PATTERN.test(key)) return false
  const secret = key.slice(KEY_PREFIX.length, KEY_PREFIX.length + RANDOM_LENGTH)
  return key.endsWith(computeChecksum(secret))
}

/** Returns the stored form of the key. No salt is needed, because 190 random bits cannot be guessed from their hash. */
export function hashKey(key: string): string {
  return hash('sha256', key)
}

export function toKeyHint(apiKey: string): string {
  return apiKey.slice(-4)
}

export function createRandomString(count: number): string {
  let letters = ''
  for (let index = 0; index < count; index++) letters += KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]
  return letters
}

function computeChecksum(secret: string): string {
  let remainingChecksum = crc32(secret)
  let letters = ''
  for (let index = 0; index < CHECKSUM_LENGTH; index++) {
    letters = KEY_ALPHABET[remainingChecksum % KEY_ALPHABET.length] + letters
    remainingChecksum = Math.floor(remainingChecksum / KEY_ALPHABET.length)
  }
  return letters
}
