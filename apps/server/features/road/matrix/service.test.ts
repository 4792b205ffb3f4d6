import { describe, expect, test } from 'vitest'
import { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOwner } from '../../../platform/compute/task.ts'
import type { MatrixJob, PointList } from './cells/matrix-job.ts'
import { MAX_WAITING_TURNS, MatrixService } from './service.ts'

const noMaps = async () => Promise.reject(new Error('there is no map'))
/** Without maps, a matrix in this thread only takes its turn. */
const regions = new RegionDirectory({
  customize: noMaps,
  getMatchingData: noMaps,
  computePathAttributes: noMaps,
  computeLivePathAttributes: noMaps,
  expectMatrices: noMaps,
})

function makeJob(rows: number, columns: number): MatrixJob {
  const makeList = (count: number): PointList => ({
    field: 'points',
    latitude: Array<number>(count).fill(1),
    longitude: Array<number>(count).fill(1),
  })
  return {
    origins: makeList(rows),
    destinations: makeList(columns),
    metrics: ['duration'],
    profile: undefined,
    avoidAreas: [],
    departMs: 0,
    nowMs: 0,
    radiusMeters: 1,
  }
}

/** Sends matrices at once and returns the tasks that went to compute threads. */
async function sendAtOnce(count: number, job: MatrixJob, isPaying = false): Promise<TaskOptions[]> {
  const tasks: TaskOptions[] = []
  const compute = async (_job: MatrixJob, task: TaskOptions) => {
    tasks.push(task)
    return { kind: 'lost' as const }
  }
  const service = new MatrixService({ regions, compute })
  const owner: TaskOwner = { id: 'a', weight: 1, isPaying }
  await Promise.all(Array.from({ length: count }, () => service.computeResult(job, owner, new CancelFlag())))
  return tasks
}

/** One is computed at once, and the others wait. */
const MAX_IN_THREAD = 1 + MAX_WAITING_TURNS + 1

describe('a crowd of matrices', () => {
  test('stays in its thread up to the limit, and the rest is computed as short tasks', async () => {
    const job = makeJob(51, 50)
    expect(await sendAtOnce(MAX_IN_THREAD, job)).toEqual([])
    const tasks = await sendAtOnce(MAX_IN_THREAD + 3, job)
    expect(tasks.map(({ isShort }) => isShort)).toEqual([true, true, true])
  })

  test('stays in its thread if the owner pays or the matrices are smaller', async () => {
    expect(await sendAtOnce(MAX_IN_THREAD + 3, makeJob(51, 50), true)).toEqual([])
    expect(await sendAtOnce(MAX_IN_THREAD + 3, makeJob(50, 50))).toEqual([])
  })

  test('does not make large matrices short', async () => {
    const tasks = await sendAtOnce(MAX_IN_THREAD + 3, makeJob(101, 100))
    expect(tasks.map(({ isShort }) => isShort)).toEqual(Array(MAX_IN_THREAD + 3).fill(false))
  })
})
