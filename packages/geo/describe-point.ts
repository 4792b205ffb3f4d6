const names: Readonly<Record<string, string>> = {
  from: 'start (from)',
  to: 'destination (to)',
  position: 'current position (position)',
  point: 'position (point)',
}
const stopFieldPattern = /^via\[\d+\]$/
const description =
  /\bthe (?:(?:start|destination|current position|position) \((from|to|position|point)\)|stop (via\[\d+\]))/gi

/**
 * Names a point of a request within a sentence, such as "the destination (to)" or "the stop via[1]", because a bare "to"
 * reads as a preposition. Other fields stay unchanged.
 */
export function describePoint(field: string): string {
  const name = names[field] ?? (stopFieldPattern.test(field) ? `stop ${field}` : undefined)
  return name === undefined ? field : `the ${name}`
}

/** Names a point of a request at the start of a sentence. */
export function describeFirstPoint(field: string): string {
  return describePoint(field).replace(/^the /, 'The ')
}

/** Replaces the points that `describePoint` and `describeFirstPoint` name, for callers with other terms. */
export function replacePoints(text: string, rename: (field: string, isFirst: boolean) => string): string {
  return text.replaceAll(description, (match, field?: string, stop?: string) =>
    rename(field ?? stop ?? '', match.startsWith('T')),
  )
}
