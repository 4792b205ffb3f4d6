/** Metadata of a loaded feed in `feeds/<name>.json`. The file is written after the data file that it references. */
export interface FeedMetadata {
  /** Data file in the same folder: `<name>.<hash of its bytes>.feed`. */
  readonly file: string
  /** Source for display, without the user, password and parameters. */
  readonly source: string
  readonly loadedAtMs: number
  readonly untilMs: number | undefined
}

export function serializeMetadata({ file, source, loadedAtMs, untilMs }: FeedMetadata): string {
  const untilText = untilMs === undefined ? null : new Date(untilMs).toISOString()
  return `${JSON.stringify({ file, source, loaded_at: new Date(loadedAtMs).toISOString(), until: untilText }, null, 2)}\n`
}

/**
 * Parses metadata. Returns undefined if the metadata is damaged, or references a file of another feed or outside the
 * folder.
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

/** Returns whether a data file belongs to a feed, even if no metadata references it anymore. */
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
