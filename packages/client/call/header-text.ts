/**
 * Trims whitespace and line breaks around a header value, which files and forms often add. If the remaining value
 * contains anything but visible ASCII characters, throws an error that names the header. Without this check, `fetch`
 * would only report that the service is unreachable.
 */
export function parseHeaderValue(name: string, value: string): string {
  const trimmedValue = value.trim()
  const index = [...trimmedValue].findIndex((character) => !/^[\x21-\x7e]$/.test(character))
  if (index < 0) return trimmedValue
  const character = [...trimmedValue][index] ?? ''
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const characterText = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `'${character}' (U+${code})` : `U+${code}`
  throw new TypeError(
    `${name} contains ${characterText} at position ${index + 1}, which is not allowed in a header; copy it again exactly as the service returned it`,
  )
}
