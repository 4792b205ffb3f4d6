import type { Terrain } from '@fairway/geo'
import type { TypedArray } from './format/typed-array.ts'

/** Compiles an extract into the sections of a dataset. */
export type CompileExtract = (options: CompileOptions) => Promise<CompiledRegion>

export interface CompileOptions {
  /** Path of an extract: a file or a folder of tiles. */
  readonly extract: string
  readonly threads: number
  /** Heights for the roads. Without them, all roads are level. */
  readonly terrain?: CompileTerrain | undefined
  /** Keeps the result of each stage, so that a killed compilation can be continued. Default: all in memory. */
  readonly stages?: CompileStages | undefined
  onProgress(progress: CompileProgress): void
}

export interface CompileStages {
  /** Calls `build` and stores what it returns, unless an earlier process has finished this stage. */
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
  /** Human-readable name of the current stage. A new stage begins when it changes. */
  readonly stage: string
  /** The completed share of this stage, from 0 to 1. */
  readonly fraction: number
}

export interface CompiledRegion {
  /** May be a generator: each section is written before the next one is requested. */
  readonly sections: Iterable<readonly [name: string, array: TypedArray]>
  readonly boundingBox: BoundingBox
  /** Counts for display: nodes, edges, arcs, turns… */
  readonly counts: Readonly<Record<string, number>>
  /** Attribution that must be shown with anything made from the data. */
  readonly attribution: string
  /** Timestamp up to which the extract is complete, in ISO 8601 format, if the extract includes one. */
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
export class NoRoadsError extends Error {
  constructor(extract: string) {
    super(`${extract} has no roads for cars; check that it is the right extract`)
  }
}
