import { isIP } from 'node:net'

/** Parsers of setting values. A parser returns the value, or throws a Fault whose message completes "NAME is …". */

export class Fault extends Error {}

export interface Parser<T> {
  (text: string): T
  readonly expects: string
}

function parser<T>(expects: string, read: (text: string) => T | undefined): Parser<T> {
  const parse = (text: string): T => {
    const value = read(text.trim())
    if (value === undefined) throw new Fault(`it must be ${expects}`)
    return value
  }
  return Object.assign(parse, { expects })
}

export const text = parser('a string', (given) => (given === '' ? undefined : given))

/** Safe as a path component. */
export const word = parser('a word of letters, digits, - and _', (given) =>
  /^[\w-]{1,40}$/.test(given) ? given : undefined,
)

export function integer(min: number, max: number): Parser<number> {
  return parser(`a whole number from ${min} to ${max}`, (given) => {
    const value = Number(given)
    return given !== '' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
  })
}

export function number(min: number, max: number): Parser<number> {
  return parser(`a number from ${min} to ${max}`, (given) => {
    const value = Number(given)
    return given !== '' && Number.isFinite(value) && value >= min && value <= max ? value : undefined
  })
}

/** Values cannot contain a comma. In URLs, use %2C. */
export const sources = parser(
  'file paths and URLs starting with http:// or https://, separated by commas',
  (given): readonly string[] | undefined => {
    const parts = given.split(',').map((part) => part.trim())
    return parts.every(isSource) ? parts : undefined
  },
)

function isSource(part: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(part)?.[1]?.toLowerCase()
  if (scheme === undefined) return part !== ''
  return ['http', 'https', 'file'].includes(scheme) && URL.canParse(part)
}

const words = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])
export const boolean = parser('true or false', (given) => words.get(given.toLowerCase()))

export function oneOf<const T extends string>(...values: readonly T[]): Parser<T> {
  return parser(`one of ${values.join(', ')}`, (given) => values.find((value) => value === given))
}

export function url(...protocols: readonly string[]): Parser<string> {
  return parser(`a URL starting with ${protocols.map((name) => `${name}://`).join(' or ')}`, (given) => {
    const parsed = URL.parse(given)
    return parsed && protocols.includes(parsed.protocol.slice(0, -1)) ? given : undefined
  })
}

/** A URL to which paths are appended, without a trailing slash. */
export const baseUrl: Parser<string> = parser('a URL starting with http:// or https://', (given) => {
  return /^https?:\/\//.test(given) && URL.canParse(given) ? given.replace(/\/+$/, '') : undefined
})

export const sender = parser(
  'an e-mail address, or a name and an address such as Fairway <routes@example.com>',
  (given) => (/^([^<>\p{Cc}]* )?<?[^\s<>@]+@[A-Za-z0-9.-]+>?$/u.test(given) ? given : undefined),
)

/**
 * The secret that signs webhooks. The prefix `whsec_` marks base64, as in Standard Webhooks; anything else is used as
 * it is.
 */
export const signingSecret = parser('a string, or whsec_ followed by base64', (given) => {
  const encoded = given.startsWith('whsec_') ? given.slice(6) : undefined
  if (encoded === undefined) return given === '' ? undefined : given
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0 ? given : undefined
})

/** The number of proxies in front of the server, or their networks. Only they may set X-Forwarded-For. */
export const proxies = parser(
  'false, the number of proxies, or their networks such as 10.0.0.0/8,127.0.0.1',
  (given) => {
    if (given === 'false' || given === '0') return false as const
    if (/^\d+$/.test(given)) return Number(given)
    const networks = given.split(',').map((network) => network.trim())
    return networks.every(isNetwork) ? networks : undefined
  },
)

function isNetwork(text: string): boolean {
  const [, address = '', length = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128)
}
