/**
 * What goes into a header, without the spaces and line ends that files and forms leave around it. Other characters than
 * the visible ones of ASCII are refused here and by name: `fetch` would only say that the service cannot be reached.
 */
export function readHeaderText(name: string, given: string): string {
  const text = given.trim()
  const at = [...text].findIndex((character) => !/^[\x21-\x7e]$/.test(character))
  if (at < 0) return text
  const character = [...text][at] ?? ''
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const shown = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) ? `'${character}' (U+${code})` : `U+${code}`
  throw new TypeError(
    `${name} has ${shown} as its character ${at + 1}, which no header can carry; copy it again as the service has written it`,
  )
}
