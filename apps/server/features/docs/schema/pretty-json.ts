/** Readable JSON: lists of primitive values, especially points, stay on one line. */
export function prettyJson(value: unknown): string {
  const spread = JSON.stringify(value, null, 2) ?? 'null'
  // JSON strings never contain raw line breaks, so removing them changes no value.
  return spread.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
    list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
  )
}
