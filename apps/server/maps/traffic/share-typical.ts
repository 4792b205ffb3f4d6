import type { TypicalSpeeds } from '@fairway/road'

/** Copies the speeds into shared memory. */
export function toSharedTypicalSpeeds({ arcCount, first, run, speed, weight }: TypicalSpeeds): TypicalSpeeds {
  const copy = <T extends Uint32Array | Uint16Array | Uint8Array>(values: T, target: T): T => {
    target.set(values)
    return target
  }
  const allocate = (bytes: number) => new SharedArrayBuffer(bytes)
  return {
    arcCount,
    first: copy(first, new Uint32Array(allocate(first.byteLength))),
    run: copy(run, new Uint16Array(allocate(run.byteLength))),
    speed: copy(speed, new Uint8Array(allocate(speed.byteLength))),
    weight: copy(weight, new Uint8Array(allocate(weight.byteLength))),
  }
}
