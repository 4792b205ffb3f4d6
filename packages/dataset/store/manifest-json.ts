import type { Manifest } from './manifest.ts'

/** manifest.json, with the field names used throughout our JSON. */
export function toManifestJson(manifest: Manifest): object {
  const { source, compile } = manifest
  return {
    format: manifest.format,
    region: manifest.region,
    dataset: manifest.dataset,
    created_at: manifest.createdAt,
    source: { file: source.file, sha256: source.sha256, bytes: source.bytes, timestamp: source.timestamp ?? null },
    attribution: manifest.attribution,
    bounding_box: manifest.boundingBox,
    counts: manifest.counts,
    files: manifest.files,
    compile: {
      threads: compile.threads,
      wall_seconds: compile.wallSeconds,
      cpu_seconds: compile.cpuSeconds,
      peak_memory_bytes: compile.peakMemoryBytes,
    },
  }
}

/** Throws a ManifestFault that names the invalid field. */
export function parseManifest(text: string): Manifest {
  const fields = new Fields(parseJson(text))
  const source = fields.inner('source')
  const box = fields.inner('bounding_box')
  const compile = fields.inner('compile')
  return {
    format: fields.number('format'),
    region: fields.text('region'),
    dataset: fields.text('dataset'),
    createdAt: fields.text('created_at'),
    source: {
      file: source.text('file'),
      sha256: source.text('sha256'),
      bytes: source.number('bytes'),
      timestamp: source.isNull('timestamp') ? undefined : source.text('timestamp'),
    },
    attribution: fields.text('attribution'),
    boundingBox: {
      south: box.number('south'),
      west: box.number('west'),
      north: box.number('north'),
      east: box.number('east'),
    },
    counts: fields.inner('counts').map((counts, name) => counts.number(name)),
    files: fields.inner('files').map((files, name) => {
      const file = files.inner(name)
      return { bytes: file.number('bytes'), sha256: file.text('sha256') }
    }),
    compile: {
      threads: compile.number('threads'),
      wallSeconds: compile.number('wall_seconds'),
      cpuSeconds: compile.number('cpu_seconds'),
      peakMemoryBytes: compile.number('peak_memory_bytes'),
    },
  }
}

/** Reads only the format version, which manifests of all versions contain. */
export function parseFormat(text: string): number {
  return new Fields(parseJson(text)).number('format')
}

/** The message completes "manifest.json …". */
export class ManifestFault extends Error {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ManifestFault('is not valid JSON')
  }
}

class Fields {
  private readonly values: Record<string, unknown>
  private readonly path: string

  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ManifestFault(path === '' ? 'does not contain a JSON object' : `has no ${path}`)
    }
    this.values = value as Record<string, unknown>
    this.path = path
  }
  isNull(name: string): boolean {
    return this.values[name] === null
  }
  text(name: string): string {
    const value = this.values[name]
    if (typeof value === 'string') return value
    throw new ManifestFault(`has no string ${this.pathOf(name)}`)
  }
  number(name: string): number {
    const value = this.values[name]
    if (typeof value === 'number') return value
    throw new ManifestFault(`has no number ${this.pathOf(name)}`)
  }
  inner(name: string): Fields {
    return new Fields(this.values[name], this.pathOf(name))
  }
  map<T>(read: (fields: Fields, name: string) => T): Record<string, T> {
    return Object.fromEntries(Object.keys(this.values).map((name) => [name, read(this, name)]))
  }
  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}
