import { deserialize, serialize } from 'node:v8'
import { defineOperation, type Operation } from '../../operations/define-operation.ts'
import { Reply, serializedReply } from '../../operations/reply.ts'
import type { Clock } from '../../platform/clock.ts'
import { CancelFlag } from '../../platform/compute/cancel-flag.ts'
import type { TaskOptions, TaskOutcome } from '../../platform/compute/task.ts'
import type { KnownMap } from '../regions/region-directory.ts'
import { askRegion, readReplyBody } from './ask-region.ts'
import type { SpreadOptions } from './combine-replies.ts'
import { createNodeContext } from './node-context.ts'

type RunTask<I, O> = (input: I, task: TaskOptions) => Promise<TaskOutcome<O>>

interface TaskCall<I> {
  readonly input: I
  readonly owner: TaskOptions['owner']
}

export interface SpreadTaskOptions<I, O> extends Omit<SpreadOptions, 'marginDegrees'> {
  readonly name: string
  readonly clock: Clock
  /** Returns whether a map covers all positions of a task. */
  readonly isOnMap: (input: I, map: KnownMap) => boolean
  readonly run: RunTask<I, O>
}

export interface SpreadTask<I, O> {
  readonly run: RunTask<I, O>
  /** Operation that other nodes call. Clients cannot call it. */
  readonly operation: Operation
}

/** Creates a task that other nodes run on their compute threads if this node does not have the map. */
export function spreadTask<I, O>(options: SpreadTaskOptions<I, O>): SpreadTask<I, O> {
  const { name, clock, cluster, regions, isOnMap, run } = options
  const path = `/cluster/task/${name}`
  const operation = defineOperation({
    name,
    method: 'POST',
    path,
    access: 'public',
    async handle({ body }, context) {
      const { input, owner } = body as TaskCall<I>
      const cancelFlag = new CancelFlag()
      const ignoreDisconnect = context.onDisconnect(() => cancelFlag.cancel())
      const outcome = await run(input, { owner, cancel: cancelFlag.shared }).finally(ignoreDisconnect)
      return serializedReply(() => serialize(outcome), { type: 'application/octet-stream' })
    },
  })
  return {
    operation,
    async run(input, task) {
      const isCovering = (map: KnownMap) => isOnMap(input, map)
      const remoteMap = regions.list().some(isCovering) ? undefined : regions.listRemote().find(isCovering)
      if (!remoteMap) return await run(input, task)
      const call = { params: {}, query: {}, headers: {}, body: { input, owner: task.owner } satisfies TaskCall<I> }
      const target = { region: remoteMap.handle.region, needsWholeReply: true }
      const outcome = await askRegion(cluster, target, operation, call, createNodeContext(path, clock))
      if (outcome instanceof Reply) return deserialize((await readReplyBody(outcome)) as Buffer) as TaskOutcome<O>
      return { kind: 'busy', retryAfterSeconds: outcome.failure.problem.retryAfterSeconds ?? 1 }
    },
  }
}
