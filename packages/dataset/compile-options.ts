import type { Terrain } from '@fairway/geo'
import type { TypedArray } from './format/typed-array.ts'

/** Compiles an extract into the sections of a dataset. */
export type CompileExtract = (options: CompileOptions) => Promise<CompiledRegion>

export interface CompileOptions {
  /** Path of the extract, which is a file or a folder of tiles. */
  readonly extract: string
  readonly threads: number
  /** Terrain heights for the roads. Without terrain, all roads are level. */
  readonly terrain?: CompileTerrain | undefined
  /**
   * Stores the result of each stage, so that an interrupted compilation can be resumed. By default, all results stay in
   * memory.
   */
  readonly stages?: CompileStages | undefined
  onProgress(progress: CompileProgress): void
}

export interface CompileStages {
  /**
   * Calls `build` and stores its result. If an earlier process has finished this stage, returns the stored result
   * instead.
   */
  run(name: string, build: () => Promise<StageContent>): Promise<StoredStage>
}

export interface StageContent {
  readonly sections: Iterable<readonly [name: string, array: TypedArray]>
  /** Data about this stage that later stages need. */
  readonly facts: StageFacts
}

type StageFacts = Readonly<Record<string, number | string | BoundingBox>>

export interface StoredStage {
  readonly facts: StageFacts
  readSections(): Iterable<readonly [name: string, array: TypedArray]>
}

interface CompileTerrain extends Terrain {
  readonly attribution: string
}

export interface CompileProgress {
  /** Human-readable name of the current stage. A new name starts a new stage. */
  readonly stage: string
  /** Completed fraction of this stage, from 0 to 1. */
  readonly fraction: number
}

export interface CompiledRegion {
  /**
   * Sections of the dataset. A generator can produce them one by one, because each section is written before the next
   * is requested.
   */
  readonly sections: Iterable<readonly [name: string, array: TypedArray]>
  readonly boundingBox: BoundingBox
  /** Counts for display, such as nodes, edges, arcs and turns. */
  readonly counts: Readonly<Record<string, number>>
  /** Attribution that must be shown wherever the data is used. */
  readonly attribution: string
  /** Timestamp up to which the extract is complete, in ISO 8601 format, if the extract includes one. */
  readonly dataTimestamp?: string
}

/** Bounding box in degrees. West is greater than east when the box crosses the antimeridian. */
export interface BoundingBox {
  readonly south: number
  readonly west: number
  readonly north: number
  readonly east: number
}

/** Error for an extract without roads for cars. Such an extract is probably the wrong file. */
export class NoRoadsError extends Error {
  constructor(extract: string) {
    super(`${extract} has no roads for cars; check that it is the right extract`)
  }
}
