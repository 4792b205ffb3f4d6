import type { TypicalSpeeds } from '@fairway/road'

/** Copies the speeds into shared memory. */
export function toSharedTypicalSpeeds({ arcCount, first, run, speed, weight }: TypicalSpeeds): TypicalSpeeds {
  const copyInto = <T extends Uint32Array | Uint16Array | Uint8Array>(values: T, target: T): T => {
    target.set(values)
    return target
  }
  const allocateShared = (bytes: number) => new SharedArrayBuffer(bytes)
  return {
    arcCount,
    first: copyInto(first, new Uint32Array(allocateShared(first.byteLength))),
    run: copyInto(run, new Uint16Array(allocateShared(run.byteLength))),
    speed: copyInto(speed, new Uint8Array(allocateShared(speed.byteLength))),
    weight: copyInto(weight, new Uint8Array(allocateShared(weight.byteLength))),
  }
}
