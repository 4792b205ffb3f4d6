/** Query or path values. Undefined values are omitted. */
export type QueryValues = Readonly<Record<string, string | number | boolean | undefined>>

/** Reads the prefix of all paths: `https://host`, `https://host/below`, or an empty string for the page's host. */
export function readBaseUrl(value: string): string {
  if (value !== '' && !/^(https?:\/\/[^/]|\/)/.test(value)) {
    throw new TypeError(
      `baseUrl is '${value}'; it must start with http:// or https://, such as http://localhost:8080, or be a path on the host of the page`,
    )
  }
  if (/[?#]/.test(value)) throw new TypeError(`baseUrl is '${value}'; it must have neither a query nor a fragment`)
  return value.replace(/\/+$/, '')
}

/**
 * Validates the vendor with the same rule as the FAIRWAY_COMPAT_VENDOR setting. Any other value would call a different
 * path.
 */
export function readVendor(value: string): string {
  if (/^[\w-]+$/.test(value)) return value
  throw new TypeError(`compatVendor is '${value}'; it must be a word of letters, digits, - and _, such as google`)
}

/**
 * Replaces the segment after `/compat/`, which operators can choose. The OpenAPI document contains the default segment.
 */
export function toCompatPath(path: string, vendor: string | undefined): string {
  return vendor === undefined ? path : path.replace(/^\/v1\/compat\/[^/]+\//, `/v1/compat/${vendor}/`)
}

export function buildUrl(
  baseUrl: string,
  path: string,
  id: string | undefined,
  query: QueryValues = {},
  params: QueryValues = {},
): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = name === 'id' ? id : params[name]
    if (value === undefined || value === '') throw new TypeError(`${path} needs ${name === 'id' ? 'an id' : name}`)
    return encodeURIComponent(value)
  })
  const values = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) values.append(name, String(value))
  const string = String(values)
  return `${baseUrl}${filledPath}${string === '' ? '' : `?${string}`}`
}
