/** The note of a loaded feed: `feeds/<name>.json`. It is written last and names the data file. */
export interface FeedMetadata {
  /** File in the same folder: `<name>.<hash of its bytes>.feed`. */
  readonly file: string
  /** For display, without user, password and parameters. */
  readonly source: string
  readonly loadedAtMs: number
  readonly untilMs: number | undefined
}

export function serializeMetadata({ file, source, loadedAtMs, untilMs }: FeedMetadata): string {
  const until = untilMs === undefined ? null : new Date(untilMs).toISOString()
  return `${JSON.stringify({ file, source, loaded_at: new Date(loadedAtMs).toISOString(), until }, null, 2)}\n`
}

/**
 * Returns undefined when the note is damaged, or names a file of another feed. This prevents access outside the folder.
 */
export function parseMetadata(name: string, text: string): FeedMetadata | undefined {
  const fields = toObject(text)
  const { file, source, loaded_at: loadedAt, until } = fields
  if (typeof file !== 'string' || !isFileOf(name, file) || typeof source !== 'string') return undefined
  const loadedAtMs = parseInstant(loadedAt)
  const untilMs = until === null ? undefined : parseInstant(until)
  if (Number.isNaN(loadedAtMs) || Number.isNaN(untilMs)) return undefined
  return { file, source, loadedAtMs, untilMs }
}

export function toFileName(name: string, contentHash: string): string {
  return `${name}.${contentHash}.feed`
}

/** Also matches files that no note references anymore. */
export function isFileOf(name: string, file: string): boolean {
  return file.startsWith(`${name}.`) && /^[0-9a-f]{16}\.feed$/.test(file.slice(name.length + 1))
}

function toObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function parseInstant(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}
