import type { Manifest } from './manifest.ts'

/** Converts a manifest to the JSON of manifest.json, with the field names of the API. */
export function toManifestJson(manifest: Manifest): object {
  const { source, compile } = manifest
  return {
    format: manifest.format,
    region: manifest.region,
    dataset: manifest.dataset,
    created_at: manifest.createdAt,
    source: {
      file: source.file,
      sha256: source.sha256,
      bytes: source.bytes,
      timestamp: source.timestamp ?? null,
      ...(source.replication?.length && { replication: source.replication }),
    },
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

/** Parses a manifest. Throws a ManifestError that names the invalid field. */
export function parseManifest(json: string): Manifest {
  const fields = new ManifestFields(parseJson(json))
  const source = fields.readObject('source')
  const box = fields.readObject('bounding_box')
  const compile = fields.readObject('compile')
  return {
    format: fields.readNumber('format'),
    region: fields.readString('region'),
    dataset: fields.readString('dataset'),
    createdAt: fields.readString('created_at'),
    source: {
      file: source.readString('file'),
      sha256: source.readString('sha256'),
      bytes: source.readNumber('bytes'),
      timestamp: source.isNull('timestamp') ? undefined : source.readString('timestamp'),
      ...(source.has('replication') && {
        replication: source.readList('replication', (state) => ({
          url: state.readString('url'),
          sequence: state.readNumber('sequence'),
        })),
      }),
    },
    attribution: fields.readString('attribution'),
    boundingBox: {
      south: box.readNumber('south'),
      west: box.readNumber('west'),
      north: box.readNumber('north'),
      east: box.readNumber('east'),
    },
    counts: fields.readObject('counts').readMap((counts, name) => counts.readNumber(name)),
    files: fields.readObject('files').readMap((files, name) => {
      const file = files.readObject(name)
      return { bytes: file.readNumber('bytes'), sha256: file.readString('sha256') }
    }),
    compile: {
      threads: compile.readNumber('threads'),
      wallSeconds: compile.readNumber('wall_seconds'),
      cpuSeconds: compile.readNumber('cpu_seconds'),
      peakMemoryBytes: compile.readNumber('peak_memory_bytes'),
    },
  }
}

/** Parses only the format version, which manifests of all versions contain. */
export function parseFormat(json: string): number {
  return new ManifestFields(parseJson(json)).readNumber('format')
}

/** Error whose message completes a sentence that starts with "manifest.json". */
export class ManifestError extends Error {}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ManifestError('is not valid JSON')
  }
}

class ManifestFields {
  private readonly values: Record<string, unknown>
  private readonly path: string

  constructor(value: unknown, path = '') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new ManifestError(path === '' ? 'does not contain a JSON object' : `has no ${path}`)
    }
    this.values = value as Record<string, unknown>
    this.path = path
  }
  isNull(name: string): boolean {
    return this.values[name] === null
  }
  has(name: string): boolean {
    return this.values[name] !== undefined
  }
  readList<T>(name: string, read: (fields: ManifestFields) => T): T[] {
    const list = this.values[name]
    if (!Array.isArray(list)) throw new ManifestError(`has no list ${this.pathOf(name)}`)
    return list.map((item, index) => read(new ManifestFields(item, `${this.pathOf(name)}[${index}]`)))
  }
  readString(name: string): string {
    const value = this.values[name]
    if (typeof value === 'string') return value
    throw new ManifestError(`has no string ${this.pathOf(name)}`)
  }
  readNumber(name: string): number {
    const value = this.values[name]
    if (typeof value === 'number') return value
    throw new ManifestError(`has no number ${this.pathOf(name)}`)
  }
  readObject(name: string): ManifestFields {
    return new ManifestFields(this.values[name], this.pathOf(name))
  }
  readMap<T>(read: (fields: ManifestFields, name: string) => T): Record<string, T> {
    return Object.fromEntries(Object.keys(this.values).map((name) => [name, read(this, name)]))
  }
  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}
