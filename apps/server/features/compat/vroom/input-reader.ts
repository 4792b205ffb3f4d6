/** Time window as [start, end], in seconds. */
export type Window = readonly [number, number]
export type Fields = Readonly<Record<string, unknown>>

const MAX_UINT = 4_294_967_295

/**
 * Reads values of the input. The reader keeps the first error and continues with defaults, so that parsers need no
 * error handling.
 */
export class InputReader {
  error: string | undefined

  fail(message: string): void {
    this.error ??= message
  }

  /** Reads an object with an id. */
  object(value: unknown, type: string): Fields {
    if (!isObject(value)) {
      this.fail(`Invalid ${type}.`)
      return {}
    }
    if (!isUint(value.id, Number.MAX_SAFE_INTEGER)) this.fail(`Invalid or missing id for ${type}.`)
    return value
  }

  list(value: unknown, message: string): readonly unknown[] {
    if (value === undefined) return []
    if (Array.isArray(value)) return value
    this.fail(message)
    return []
  }

  uint(fields: Fields, key: string, message: string, fallback: number): number {
    const value = fields[key]
    if (value === undefined) return fallback
    if (isUint(value)) return value
    this.fail(message)
    return fallback
  }

  optionalUint(fields: Fields, key: string): number | undefined {
    return fields[key] === undefined ? undefined : this.uint(fields, key, `Invalid ${key} value.`, 0)
  }

  duration(fields: Fields, key: string): number {
    return this.uint(fields, key, `Invalid ${key} duration.`, 0)
  }

  text(fields: Fields, key: string): string | undefined {
    const value = fields[key]
    if (value === undefined || typeof value === 'string') return value
    this.fail(`Invalid ${key} value.`)
    return undefined
  }

  /** Reads quantities, one per dimension. Returns undefined if no quantities are given. */
  amounts(fields: Fields, key: string): readonly number[] | undefined {
    if (fields[key] === undefined) return undefined
    const values = this.list(fields[key], `Invalid ${key} array.`)
    if (values.every((value) => isUint(value))) return values as readonly number[]
    this.fail(`Invalid ${key} value.`)
    return []
  }

  skills(fields: Fields): readonly number[] {
    const values = this.list(fields.skills, 'Invalid skills object.')
    if (values.every((value) => isUint(value))) return values as readonly number[]
    this.fail('Invalid skill value.')
    return []
  }

  /** Reads `[longitude, latitude]` and returns [latitude, longitude]. */
  position(fields: Fields, key: string): readonly [number, number] | undefined {
    const value = fields[key]
    if (value === undefined) return undefined
    const [longitude, latitude] = Array.isArray(value) ? value : []
    if (typeof longitude === 'number' && typeof latitude === 'number') return [latitude, longitude]
    this.fail(`Invalid ${key} array.`)
    return undefined
  }

  window(value: unknown): Window {
    const [start, end] = Array.isArray(value) ? value : []
    if (!isUint(start) || !isUint(end)) {
      this.fail('Invalid time-window.')
      return [0, 0]
    }
    if (start > end) this.fail(`Invalid time window: [${start}, ${end}]`)
    return [start, end]
  }

  /** Reads time windows, sorted by start. Returns undefined if any time is allowed. */
  windows(fields: Fields, type: string): readonly Window[] | undefined {
    if (fields.time_windows === undefined) return undefined
    const list = this.list(fields.time_windows, `Invalid time_windows array for ${type} ${fields.id}.`)
    if (list.length === 0) this.fail(`Empty time windows for ${type} ${fields.id}.`)
    return list.map((value) => this.window(value)).sort((a, b) => a[0] - b[0] || a[1] - b[1])
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isUint(value: unknown, max = MAX_UINT): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max
}
