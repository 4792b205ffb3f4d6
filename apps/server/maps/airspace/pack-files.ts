import { deserialize, serialize } from 'node:v8'
import type { NamedAirFile } from './airspace-handle.ts'

/** Serializes zones into shared memory. The main thread passes them on without deserializing them. */
export function encodeAirFiles(files: readonly NamedAirFile[]): SharedArrayBuffer {
  const bytes = serialize(files)
  const shared = new SharedArrayBuffer(bytes.length)
  new Uint8Array(shared).set(bytes)
  return shared
}

export function decodeAirFiles(encoded: SharedArrayBuffer): readonly NamedAirFile[] {
  return deserialize(Buffer.from(encoded)) as readonly NamedAirFile[]
}
