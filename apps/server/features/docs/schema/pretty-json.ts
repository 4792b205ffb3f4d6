/** JSON for reading: lists of plain values, points above all, stay on one line. */
export function prettyJson(value: unknown): string {
  const spread = JSON.stringify(value, null, 2) ?? 'null'
  // Line breaks are never inside of JSON strings, so taking them away changes no value.
  return spread.replace(/\[\n[^[\]{}]{0,120}?\n\s*\]/g, (list) =>
    list.replace(/\n\s*(?=\])|(?<=\[)\n\s*/g, '').replace(/\n\s*/g, ' '),
  )
}
