import type { AirFile } from '@fairway/air'
import type { TypedArray } from '@fairway/dataset'

/** Aerodromes of the world as arrays in shared memory, for passing between threads. */
export interface AerodromeHandle {
  readonly version: string
  /** Undefined if the aerodrome table could not be built. Building is retried only at the next start. */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** File of zones and corridors, with its name in the data folder. */
export interface NamedAirFile extends AirFile {
  readonly name: string
}

/** File that cannot be used, with the reason. */
export interface UnusableFile {
  readonly name: string
  readonly why: string
}

/** Zones and corridors from the files in the data folder. */
export interface ZoneSet {
  /** Version that changes when the files change. Empty if there are no files. */
  readonly version: string
  /** Serialized `NamedAirFile[]` in shared memory. Only threads that plan flights deserialize it. */
  readonly files: SharedArrayBuffer
  readonly unusable: readonly UnusableFile[]
}

/** Data for flight planning. */
export interface AirspaceHandle {
  readonly dataDir: string
  /** True if aerodromes have default zones. */
  readonly defaultZones: boolean
  readonly sampleCorridors: boolean
  readonly aerodromes?: AerodromeHandle | undefined
  readonly zones?: ZoneSet | undefined
}
