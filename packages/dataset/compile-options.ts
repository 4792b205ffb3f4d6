import type { TypedArray } from './format/typed-array.ts'

/** What turns an extract into the sections of a dataset is asked for, and gives back, these. */
export type CompileExtract = (options: CompileOptions) => Promise<CompiledRegion>

export interface CompileOptions {
  /** Path of an extract: a file, or a folder of tiles. */
  readonly extract: string
  readonly threads: number
  onProgress(progress: CompileProgress): void
}

export interface CompileProgress {
  /** What is being done, in words for people; a new stage begins when it changes. */
  readonly stage: string
  /** How much of this stage is done, from 0 to 1. */
  readonly fraction: number
}

export interface CompiledRegion {
  /** May be a generator: each section is written before the next one is asked for. */
  readonly sections: Iterable<readonly [name: string, array: TypedArray]>
  readonly boundingBox: BoundingBox
  /** What people may want to know the number of: nodes, edges, arcs, turns… */
  readonly counts: Readonly<Record<string, number>>
  /** Who must be named by those who show anything made from the data. */
  readonly attribution: string
  /** Up to when the extract has everything, ISO 8601, when it says so. */
  readonly dataTimestamp?: string
}

/** In degrees. West is greater than east when the box crosses the antimeridian. */
export interface BoundingBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** The extract contains no road at all, so it is probably the wrong file. */
export class NoRoads extends Error {
  constructor(extract: string) {
    super(`${extract} has no road that a car may drive; is it the right extract?`)
  }
}
