import { setImmediate as nextTurn } from 'node:timers/promises'
import { defaultProfile } from '@fairway/road'
import { describe, expect, test } from 'vitest'
import { RegionDirectory } from '../../../maps/regions/region-directory.ts'
import { CancelFlag } from '../../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOwner } from '../../../platform/compute/task.ts'
import { readElectric } from '../route/electric/request.ts'
import type { MatrixJob, PointList } from './cells/matrix-job.ts'
import { MatrixService } from './service.ts'

const noMaps = async () => Promise.reject(new Error('there is no map'))
/** Directory without maps. A matrix that this thread computes waits for its turn and then finds no map. */
const regions = new RegionDirectory({
  customize: noMaps,
  getMatchingData: noMaps,
  computePathAttributes: noMaps,
  computeLivePathAttributes: noMaps,
  announceMatrices: noMaps,
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

/** Creates a service that records the tasks that reach the compute threads. */
function createService(now?: () => number) {
  const tasks: TaskOptions[] = []
  const compute = async (_job: MatrixJob, task: TaskOptions) => {
    tasks.push(task)
    return { kind: 'lost' as const }
  }
  return { service: new MatrixService({ regions, compute }, now), tasks }
}

/** Sends matrices concurrently and returns the tasks that reached the compute threads. */
async function sendAtOnce(count: number, job: MatrixJob, isPaying: boolean): Promise<TaskOptions[]> {
  const { service, tasks } = createService()
  const owner: TaskOwner = { id: 'a', weight: 1, isPaying }
  // The current turn of the thread may belong to an earlier matrix.
  await nextTurn()
  await nextTurn()
  await Promise.all(Array.from({ length: count }, () => service.computeResult(job, owner, new CancelFlag())))
  return tasks
}

describe('where a matrix is computed', () => {
  test.each([
    ['in its thread if it is small, however many wait', 5, 50, 50, []],
    ['in its thread if it is medium-sized and few wait', 3, 100, 100, []],
    ['as a short task if it is medium-sized and more wait', 5, 51, 50, [true, true]],
    ['as a long task if it is larger', 3, 101, 100, [false, false, false]],
  ])('%s', async (_where, count, rows, columns, expected) => {
    for (const isPaying of [false, true]) {
      const tasks = await sendAtOnce(count, makeJob(rows, columns), isPaying)
      expect(tasks.map(({ isShort }) => isShort)).toEqual(expected)
    }
  })

  test('as a short task if it is medium-sized and another owner has sent such a matrix within a second', async () => {
    let time = 0
    const { service, tasks } = createService(() => time)
    const send = async (ownerId: string, size: number) => {
      tasks.length = 0
      await service.computeResult(makeJob(size, size), { id: ownerId, weight: 1, isPaying: false }, new CancelFlag())
      return tasks.length === 0 ? 'inline' : 'task'
    }
    expect(await send('a', 100)).toBe('inline')
    expect(await send('b', 100)).toBe('task')
    time += 1000
    expect([await send('a', 100), await send('a', 100), await send('a', 100)]).toEqual(['task', 'task', 'task'])
    time += 1001
    expect(await send('a', 100)).toBe('inline')
    // Small matrices do not count, and are always computed inline.
    expect([await send('b', 50), await send('a', 100)]).toEqual(['inline', 'inline'])
    time += 1001
    expect(await send('b', 51)).toBe('inline')
  })

  test.each([
    ['in its thread up to a hundred cells', 10, []],
    ['as a long task above it', 11, [false]],
    ['as a long task even if another matrix of its size would be short', 100, [false]],
  ])('if it has energies: %s', async (_where, size, expected) => {
    const electric = readElectric({ battery_kwh: 60 }, defaultProfile)
    if (!electric.ok) throw new Error(electric.failure.kind)
    const tasks = await sendAtOnce(1, { ...makeJob(size, size), electric: electric.value }, false)
    expect(tasks.map(({ isShort }) => isShort)).toEqual(expected)
  })
})
