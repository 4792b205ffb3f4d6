import { parentPort } from 'node:worker_threads'
import { openChannel } from '../../channel.ts'
import { lowerThreadPriority } from '../../thread-priority.ts'
import type { BodyThreadRequests } from './body-requests.ts'
import { parseLargeBody } from './parse-large-body.ts'

/** Entry point of a thread that parses large bodies. */
if (!parentPort) throw new Error('bodies can only be parsed in a thread')
lowerThreadPriority()
openChannel<BodyThreadRequests, Record<string, never>>(parentPort, { parse: parseLargeBody })
