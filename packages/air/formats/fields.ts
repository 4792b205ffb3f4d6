/**
 * Reason why a file is rejected. The readers are deeply nested, so they throw this error, and `readAirFile` converts it
 * to a value.
 */
export class BadAirFile extends Error {}

/** Fields of one object in a file, with its path from the root for error messages. */
export class Fields {
  private readonly values: Readonly<Record<string, unknown>>
  private readonly feature: string
  private readonly path: string

  /** `feature` names the feature, such as "features[3] (LFPG-2)". `path` leads from the feature to this object. */
  constructor(value: unknown, feature: string, path = '') {
    this.feature = feature
    this.path = path
    if (!isObject(value)) throw makeFieldError(feature, path, value, 'an object')
    this.values = value
  }

  get(name: string): unknown {
    return this.values[name] ?? undefined
  }
  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  string(name: string): string | undefined {
    const value = this.get(name)
    if (value === undefined || typeof value === 'string') return value?.trim()
    return this.reject(name, 'a string')
  }

  /** Returns a string or a number as a string, for identifiers. */
  label(name: string): string | undefined {
    const value = this.get(name)
    if (typeof value === 'number') return String(value)
    return this.string(name)
  }

  number(name: string, limits: { least?: number; most?: number } = {}): number | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    const { least = -Infinity, most = Infinity } = limits
    if (typeof value === 'number' && Number.isFinite(value) && value >= least && value <= most) return value
    const range = least === -Infinity ? '' : most === Infinity ? ` of at least ${least}` : ` from ${least} to ${most}`
    return this.reject(name, `a number${range}`)
  }

  /** Maps an allowed word to its meaning. */
  oneOf<Meaning>(
    name: string,
    meanings: ReadonlyMap<string, Meaning>,
    listedValues = [...meanings.keys()],
  ): Meaning | undefined {
    const value = this.get(name)
    if (value === undefined) return undefined
    const meaning = typeof value === 'string' ? meanings.get(value) : undefined
    return meaning === undefined ? this.reject(name, listedValues.join(', ')) : meaning
  }

  list(name: string): readonly unknown[] {
    const value = this.get(name)
    if (value === undefined) return []
    return Array.isArray(value) ? value : this.reject(name, 'a list')
  }

  object(name: string): Fields {
    return new Fields(this.get(name), this.feature, this.pathTo(name))
  }
  /** Returns one object or a list of objects, because authorities sometimes omit the list around a single object. */
  oneOrMore(name: string): Fields[] {
    return isObject(this.get(name)) ? [this.object(name)] : this.objects(name)
  }
  objects(name: string): Fields[] {
    return this.list(name).map((value, index) => new Fields(value, this.feature, this.pathTo(`${name}[${index}]`)))
  }

  /** Rejects a value that the caller has read. The error names the field, the given value, and the allowed values. */
  reject(name: string, allowedText: string, value: unknown = this.get(name)): never {
    throw makeFieldError(this.feature, this.pathTo(name), value, allowedText)
  }
  /** Rejects a value with a message, for errors that a list of allowed values cannot express. */
  rejectWith(name: string, message: string): never {
    throw new BadAirFile(`${this.feature}: ${this.pathTo(name)} ${message}`)
  }

  private pathTo(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}

/** Returns the value. If it is missing, throws an error that lists the allowed values. */
export function requireValue<Value>(
  value: Value | undefined,
  fields: Fields,
  name: string,
  allowedText: string,
): Value {
  return value === undefined ? fields.reject(name, allowedText) : value
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a label such as "features[3] (LFPG-2)". */
export function featureLabel(index: number, ...names: unknown[]): string {
  const name = names.find(
    (candidate) => (typeof candidate === 'string' && candidate.trim() !== '') || typeof candidate === 'number',
  )
  return name === undefined ? `features[${index}]` : `features[${index}] (${shorten(String(name).trim(), 60)})`
}

function makeFieldError(feature: string, path: string, value: unknown, allowedText: string): BadAirFile {
  const subject = path === '' ? feature : `${feature}: ${path}`
  return new BadAirFile(
    `${subject} ${value === undefined ? 'is missing' : `is ${formatValue(value)}`}; allowed: ${allowedText}`,
  )
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.length > 4 ? 'a long list' : shorten(formatList(value, 4), 60)
  if (isObject(value)) return 'an object'
  return shorten(JSON.stringify(value) ?? String(value), 60)
}

/** Formats a list up to a limited depth, because lists may be nested deeper than the stack allows. */
function formatList(list: readonly unknown[], depth: number): string {
  if (depth === 0 || list.length > 8) return '[…]'
  const items = list.map((item) => {
    if (Array.isArray(item)) return formatList(item, depth - 1)
    return isObject(item) ? '{…}' : (JSON.stringify(item) ?? 'null')
  })
  return `[${items.join(',')}]`
}

function shorten(string: string, length: number): string {
  return string.length <= length ? string : `${string.slice(0, length)}…`
}
