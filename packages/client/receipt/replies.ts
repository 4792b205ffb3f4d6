import type { Table } from './points.ts'

/** Part of a response that is verified. */
export interface OptimizeReply {
  readonly order: readonly number[]
  readonly distance_km: number
  readonly duration_min: number
  readonly depart_at: string
  readonly routes: readonly OptimizeRoute[]
  readonly unassigned: readonly { readonly stop: number; readonly undelivered?: readonly number[] | undefined }[]
  readonly receipt: {
    readonly metric: string
    readonly tours?: readonly { readonly vehicle: number; readonly day: string }[] | undefined
    readonly given: readonly (readonly number[])[]
    readonly given_distance_km: number | null
    readonly returned_distance_km: number
    readonly saved_km: number | null
    readonly given_driving_min: number | null
    readonly returned_driving_min: number
    readonly saved_min: number | null
    readonly saved_pct: number | null
    readonly given_cost?: number | null | undefined
    readonly saved_cost?: number | null | undefined
    readonly never_worse: boolean
    readonly kept_given: boolean
    readonly seed: number
    readonly given_infeasible?: string
    readonly matrix_sha256: string
  }
  readonly data?: { readonly dataset: string }
  readonly traffic?: { readonly snapshot_at: string | null }
}

export interface OptimizeRoute {
  readonly vehicle: number
  readonly day?: string | undefined
  readonly order: readonly number[]
  readonly distance_km: number
  readonly duration_min: number
  readonly driving_min: number
  readonly service_min: number
  readonly waiting_min: number
  readonly leaves_min: number
  readonly ends_min: number
  readonly visits: readonly {
    readonly stop: number
    readonly arrives_min: number
    readonly begins_min: number
    readonly leaves_min: number
    readonly setup_min?: number | undefined
    readonly delivered?: readonly number[] | undefined
  }[]
  readonly reload_min?: number | undefined
  readonly trips?:
    | readonly {
        readonly stops: readonly number[]
        readonly depot?: { readonly stop?: number | undefined; readonly at?: readonly number[] | undefined } | undefined
      }[]
    | undefined
  readonly breaks?: readonly { readonly after_visits: number; readonly duration_min: number }[] | undefined
}

export interface MatrixReply {
  readonly distances_km?: Table | undefined
  readonly durations_min?: Table | undefined
  readonly data: { readonly dataset: string }
  readonly traffic: { readonly snapshot_at: string | null }
}
