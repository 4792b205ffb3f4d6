import { accountProblems } from '../apps/server/features/accounts/failures.ts'
import { localKeyProblems } from '../apps/server/features/accounts/local-key/failures.ts'
import { droneProblems } from '../apps/server/features/air/failures.ts'
import { jobProblems } from '../apps/server/features/jobs/api/failures.ts'
import { batchProblems } from '../apps/server/features/places/batch/failures.ts'
import { elevationProblems } from '../apps/server/features/places/elevation/failures.ts'
import { geocodingProblems } from '../apps/server/features/places/geocode/api/failures.ts'
import { nearbyProblems } from '../apps/server/features/places/nearby/failures.ts'
import { placeProblems } from '../apps/server/features/places/place/failures.ts'
import { maritimeProblems } from '../apps/server/features/sea/failures.ts'
import { tileProblems } from '../apps/server/features/tiles/failures.ts'
import { uploadProblems } from '../apps/server/features/uploads/failures.ts'
import { httpProblems } from '../apps/server/platform/http/http-problems.ts'
import { positionProblems } from '../apps/server/platform/http/position-query.ts'
import { type Failure, type ProblemSpec, toProblem } from '../apps/server/platform/http/problem.ts'
import { roadErrorTables } from './road-error-tables.ts'
import { trackingErrorTables } from './tracking-error-tables.ts'

type Table = Readonly<Record<string, ProblemSpec<Failure>>>

/** All error tables. Each row is in exactly one table. */
export const errorTables = {
  httpProblems,
  accountProblems,
  localKeyProblems,
  ...roadErrorTables,
  droneProblems,
  maritimeProblems,
  positionProblems,
  geocodingProblems,
  batchProblems,
  elevationProblems,
  nearbyProblems,
  placeProblems,
  ...trackingErrorTables,
  jobProblems,
  tileProblems,
  uploadProblems,
} as const satisfies Record<string, object>

export interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly text: string
}

/** Lists the status, the code and an example message of every error. */
export function listErrors(): ErrorRow[] {
  return Object.values(errorTables as Readonly<Record<string, object>>).flatMap((table) =>
    Object.values(table as Table).map(({ example }) => {
      const { status, code, body } = toProblem(table as Table, example)
      return { status, code, text: body.detail }
    }),
  )
}
