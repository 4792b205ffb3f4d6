import type * as Api from './api-types.ts'
import type { Caller, CallOptions } from './call/caller.ts'
import { iteratePages } from './pages.ts'

/** Jobs that run in the background. */
export interface Jobs {
  create(body: Api.CreateJobRequest, options?: CallOptions): Promise<Api.CreateJobReply>
  /** Returns one page of jobs, newest first. */
  list(query?: Api.ListJobsQuery, options?: CallOptions): Promise<Api.ListJobsReply>
  /** Iterates over all jobs and fetches pages on demand. */
  all(options?: CallOptions): AsyncGenerator<Api.ListJobsReply['jobs'][number], void, void>
  get(id: string, options?: CallOptions): Promise<Api.GetJobReply>
  cancel(id: string, options?: CallOptions): Promise<Api.CancelJobReply>
  /**
   * Returns the result of a finished job, which is the reply of its operation. The whole result must fit into memory.
   */
  result<T = unknown>(id: string, options?: CallOptions): Promise<T>
  /** Polls a job until it ends. `everyMs` is the time between two requests. Default: 1000. */
  wait(id: string, options?: CallOptions & { readonly everyMs?: number }): Promise<Api.GetJobReply>
}

const DEFAULT_WAIT_MS = 1000

export function createJobs(caller: Caller): Jobs {
  const get: Jobs['get'] = (id, options) => caller.call('getJob', { id }, options)
  const list: Jobs['list'] = (query = {}, options) => caller.call('listJobs', { query: { ...query } }, options)
  return {
    create: (body, options) => caller.call('createJob', { body }, options),
    list,
    all: (options) =>
      iteratePages(
        (cursor) => list(cursor === undefined ? {} : { after: cursor }, options),
        ({ jobs }) => jobs,
      ),
    get,
    cancel: (id, options) => caller.call('cancelJob', { id }, options),
    result: (id, options) => caller.call('getJobResult', { id }, options),
    async wait(id, { everyMs = DEFAULT_WAIT_MS, ...options } = {}) {
      for (;;) {
        const job = await get(id, options)
        if (job.state !== 'queued' && job.state !== 'running') return job
        await sleep(everyMs, options.signal)
      }
    },
  }
}

/** Waits for the given time, but ends early when the signal aborts. The next request then throws the reason. */
function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
