import type { AirFile } from '@fairway/air'
import type { TypedArray } from '@fairway/dataset'

/** The aerodromes of the world, as threads hand them to each other: arrays in shared memory. */
export interface AerodromeHandle {
  readonly version: string
  /** Undefined when they could not be made, and will not come before the next start. */
  readonly sections: ReadonlyMap<string, TypedArray> | undefined
}

/** One file of zones and corridors, under the name it has in the data folder. */
export interface NamedAirFile extends AirFile {
  readonly name: string
}

/** A file that is not in force, and why. */
export interface UnusableFile {
  readonly name: string
  readonly why: string
}

/** What the data folder holds. */
export interface ZoneSet {
  /** Another one for other files; empty when there are none. */
  readonly version: string
  /** `NamedAirFile[]`, serialized, in shared memory: only threads that plan flights take it apart. */
  readonly files: SharedArrayBuffer
  readonly unusable: readonly UnusableFile[]
}

/** Everything flights are planned with. */
export interface SkyHandle {
  readonly dataDir: string
  /** Whether aerodromes have zones of their own. */
  readonly defaultZones: boolean
  readonly sampleCorridors: boolean
  readonly aerodromes?: AerodromeHandle | undefined
  readonly zones?: ZoneSet | undefined
}
