import { deserialize, serialize } from 'node:v8'
import type { NamedAirFile } from './airspace-handle.ts'

/** Serializes zones into shared memory. The main thread forwards them without deserializing them. */
export function encodeAirFiles(files: readonly NamedAirFile[]): SharedArrayBuffer {
  const bytes = serialize(files)
  const sharedBuffer = new SharedArrayBuffer(bytes.length)
  new Uint8Array(sharedBuffer).set(bytes)
  return sharedBuffer
}

export function decodeAirFiles(encoded: SharedArrayBuffer): readonly NamedAirFile[] {
  return deserialize(Buffer.from(encoded)) as readonly NamedAirFile[]
}
