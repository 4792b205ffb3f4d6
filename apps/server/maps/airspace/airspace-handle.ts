import type { AirFile } from '@fairway/air'
import type { TypedArray } from '@fairway/dataset'

/** The aerodromes of the world as passed between threads: arrays in shared memory. */
export interface AerodromeHandle {
  readonly version: string
  /** Undefined when the aerodrome table could not be built. Building is not retried before the next start. */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** One file of zones and corridors, with its name in the data folder. */
export interface NamedAirFile extends AirFile {
  readonly name: string
}

/** A file that is not in effect, and the reason. */
export interface UnusableFile {
  readonly name: string
  readonly why: string
}

/** The zones of the data folder. */
export interface ZoneSet {
  /** Changes when the files change; empty when there are none. */
  readonly version: string
  /** `NamedAirFile[]`, serialized in shared memory. Only threads that plan flights deserialize it. */
  readonly files: SharedArrayBuffer
  readonly unusable: readonly UnusableFile[]
}

/** All data used to plan flights. */
export interface AirspaceHandle {
  readonly dataDir: string
  /** Whether aerodromes have default zones. */
  readonly defaultZones: boolean
  readonly sampleCorridors: boolean
  readonly aerodromes?: AerodromeHandle | undefined
  readonly zones?: ZoneSet | undefined
}
