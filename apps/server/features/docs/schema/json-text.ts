const MAX_LINE_LENGTH = 64

/** Formats JSON. Short objects stay on one line, because a single line is easier to paste. */
export function formatJson(value: unknown): string {
  const prettyText = prettyJson(value)
  const line = prettyText.replace(/\n\s*/g, ' ').replace(/^\{ | \}$/g, (end) => end.trim())
  return line.length <= MAX_LINE_LENGTH ? line : prettyText
}

/** Formats readable JSON, with lists of primitive values such as points on one line. */
export function prettyJson(value: unknown): string {
  const indentedJson = JSON.stringify(value, null, 2) ?? 'null'
  // JSON strings never contain raw line breaks, so removing them changes no value.
  return indentedJson.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
    list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
  )
}
