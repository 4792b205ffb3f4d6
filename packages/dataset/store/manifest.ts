import type { BoundingBox } from '../compile-options.ts'
import type { ReplicationState } from '../osm/changes/replication-state.ts'

/** Metadata of a dataset, which can be read without opening the other files of the dataset. */
export interface Manifest extends ManifestContent {
  readonly format: number
  readonly region: string
  readonly dataset: string
  /** Creation time in ISO 8601 format. */
  readonly createdAt: string
  readonly files: Readonly<Record<string, DatasetFile>>
}

/** Metadata that only the compiler can provide. */
export interface ManifestContent {
  readonly source: DatasetSource
  readonly attribution: string
  readonly boundingBox: BoundingBox
  readonly counts: Readonly<Record<string, number>>
  readonly compile: CompileStatistics
}

interface DatasetSource {
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  /** Time up to which the extract is complete, in ISO 8601 format. Undefined if the extract contains no time. */
  readonly timestamp: string | undefined
  /** Source of changes to the extract and the last change that it contains. */
  readonly replication?: readonly ReplicationState[]
}

export interface CompileStatistics {
  readonly threads: number
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly peakMemoryBytes: number
}

export interface DatasetFile {
  readonly bytes: number
  readonly sha256: string
}
