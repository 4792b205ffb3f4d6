import type { TypicalSpeeds } from '@fairway/road'

/** Copies the speeds into shared memory. */
export function shareTypical({ arcCount, first, run, speed, weight }: TypicalSpeeds): TypicalSpeeds {
  const copy = <T extends Uint32Array | Uint16Array | Uint8Array>(values: T, into: T): T => {
    into.set(values)
    return into
  }
  const room = (bytes: number) => new SharedArrayBuffer(bytes)
  return {
    arcCount,
    first: copy(first, new Uint32Array(room(first.byteLength))),
    run: copy(run, new Uint16Array(room(run.byteLength))),
    speed: copy(speed, new Uint8Array(room(speed.byteLength))),
    weight: copy(weight, new Uint8Array(room(weight.byteLength))),
  }
}
