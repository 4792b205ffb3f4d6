import { isIP } from 'node:net'

/**
 * Parsers of setting values. A parser returns the value, or throws a SettingError whose message continues "NAME is
 * VALUE; …".
 */

export class SettingError extends Error {}

export interface Parser<T> {
  (input: string): T
  readonly expects: string
}

function createParser<T>(expects: string, read: (input: string) => T | undefined): Parser<T> {
  const parse = (input: string): T => {
    const value = read(input.trim())
    if (value === undefined) throw new SettingError(`it must be ${expects}`)
    return value
  }
  return Object.assign(parse, { expects })
}

export const stringParser = createParser('a string', (input) => (input === '' ? undefined : input))

/** Parses a word that is safe as a path component. */
export const wordParser = createParser('a word of letters, digits, - and _', (input) =>
  /^[\w-]{1,40}$/.test(input) ? input : undefined,
)

export function integerParser(min: number, max: number): Parser<number> {
  return createParser(`a whole number from ${min} to ${max}`, (input) => {
    const value = Number(input)
    return input !== '' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
  })
}

export function numberParser(min: number, max: number): Parser<number> {
  return createParser(`a number from ${min} to ${max}`, (input) => {
    const value = Number(input)
    return input !== '' && Number.isFinite(value) && value >= min && value <= max ? value : undefined
  })
}

/** Parses a list of sources. A source cannot contain a comma, but a URL can contain %2C. */
export const sourcesParser = createParser(
  'a list of file paths and URLs starting with http:// or https://, separated by commas',
  (input): readonly string[] | undefined => {
    const sourceList = input.split(',').map((source) => source.trim())
    return sourceList.every(isSource) ? sourceList : undefined
  },
)

/** Pattern of region names, which is the same as in the dataset store. */
const REGION_NAME_PATTERN = /^(?=.{1,100}$)[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

export const regionsParser = createParser(
  'a list of regions such as porto or europe/monaco, separated by commas, or none',
  (input): readonly string[] | undefined => {
    if (input === 'none') return []
    const names = input.split(',').map((name) => name.trim())
    return names.every((name) => REGION_NAME_PATTERN.test(name)) ? [...new Set(names)] : undefined
  },
)

/** Formats of other providers that can have a separate port or host name. */
const compatFormats = ['osrm', 'valhalla', 'vroom', 'nominatim', 'photon', 'pelias', 'google'] as const

/** Format of another provider that is served at the root of a port or host name. */
export interface CompatMount {
  readonly format: (typeof compatFormats)[number]
  readonly port?: number
  readonly host?: string
}

export const mountsParser = createParser(
  `a list such as osrm:5000,nominatim:geo.example.com, where each entry is one of ${compatFormats.join(', ')} with a port or a host name`,
  (input): readonly CompatMount[] | undefined => {
    const mounts = input.split(',').map((entry) => parseMount(entry.trim()))
    return mounts.every((mount) => mount !== undefined) ? mounts : undefined
  },
)

function parseMount(entry: string): CompatMount | undefined {
  const [name, place = '', ...remainingParts] = entry.split(':')
  const format = compatFormats.find((candidate) => candidate === name)
  if (!format || remainingParts.length > 0) return undefined
  const port = Number(place)
  if (/^\d+$/.test(place)) return port >= 1 && port <= 65_535 ? { format, port } : undefined
  return /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(place) ? { format, host: place.toLowerCase() } : undefined
}

function isSource(source: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(source)?.[1]?.toLowerCase()
  if (scheme === undefined) return source !== ''
  return ['http', 'https', 'file'].includes(scheme) && URL.canParse(source)
}

const booleanWords = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])
export const booleanParser = createParser('true or false', (input) => booleanWords.get(input.toLowerCase()))

export function choiceParser<const T extends string>(...values: readonly T[]): Parser<T> {
  return createParser(`one of ${values.join(', ')}`, (input) => values.find((value) => value === input))
}

export function urlParser(...protocols: readonly string[]): Parser<string> {
  return createParser(`a URL starting with ${protocols.map((name) => `${name}://`).join(' or ')}`, (input) => {
    const parsed = URL.parse(input)
    return parsed && protocols.includes(parsed.protocol.slice(0, -1)) ? input : undefined
  })
}

/** Parses a pattern of MQTT topics: a topic filter in which one level may be `{asset}`. */
export const topicPatternParser = createParser('an MQTT topic filter such as owntracks/+/{asset}', (input) => {
  const topicLevels = input.split('/')
  const isValid = topicLevels.every((level, levelIndex) => {
    if (level === '{asset}' || level === '+') return true
    return level === '#' ? levelIndex === topicLevels.length - 1 : level !== '' && !/[+#{}\0]/.test(level)
  })
  const isShared = topicLevels[0] === '$share'
  const hasOnePlaceholder = topicLevels.filter((level) => level === '{asset}').length <= 1
  return isValid && hasOnePlaceholder && (!isShared || topicLevels.length > 2) ? input : undefined
})

/** Parses a base URL and removes the trailing slash. */
export const baseUrlParser: Parser<string> = createParser('a URL starting with http:// or https://', (input) => {
  return /^https?:\/\//.test(input) && URL.canParse(input) ? input.replace(/\/+$/, '') : undefined
})

export const senderParser = createParser(
  'an email address, or a name and an address such as Fairway <routes@example.com>',
  (input) => (/^([^<>\p{Cc}]* )?<?[^\s<>@]+@[A-Za-z0-9.-]+>?$/u.test(input) ? input : undefined),
)

/**
 * Parses the secret that signs webhooks. The prefix `whsec_` marks base64, as in Standard Webhooks. Other values are
 * used unchanged.
 */
export const signingSecretParser = createParser('a string, or whsec_ followed by base64', (input) => {
  const encodedSecret = input.startsWith('whsec_') ? input.slice(6) : undefined
  if (encodedSecret === undefined) return input === '' ? undefined : input
  return /^[A-Za-z0-9+/]+={0,2}$/.test(encodedSecret) && encodedSecret.length % 4 === 0 ? input : undefined
})

/**
 * Parses the number of proxies in front of the server, or their networks. Only these proxies may set X-Forwarded-For.
 */
export const proxiesParser = createParser(
  'false, the number of proxies, or their networks such as 10.0.0.0/8,127.0.0.1',
  (input) => {
    if (input === 'false' || input === '0') return false as const
    if (/^\d+$/.test(input)) return Number(input)
    const networks = input.split(',').map((network) => network.trim())
    return networks.every(isNetwork) ? networks : undefined
  },
)

function isNetwork(network: string): boolean {
  const [, ip = '', length = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network) ?? []
  const version = isIP(ip)
  return version !== 0 && Number(length) <= (version === 4 ? 32 : 128)
}
