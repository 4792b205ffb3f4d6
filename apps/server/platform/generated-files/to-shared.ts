import type { TypedArray } from '@fairway/dataset'

/** Copies the numbers into shared memory. */
export function toSharedArray<T extends TypedArray>(array: T): T {
  const sharedBuffer = new SharedArrayBuffer(array.byteLength)
  new Uint8Array(sharedBuffer).set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  const type = array.constructor as new (buffer: SharedArrayBuffer) => T
  return new type(sharedBuffer)
}
