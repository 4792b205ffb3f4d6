import { parentPort } from 'node:worker_threads'
import { openChannel } from '../../channel.ts'
import { lowerThreadPriority } from '../../thread-priority.ts'
import type { BodyThreadRequests } from './body-requests.ts'

/**
 * Entry point of a thread that parses large bodies. The thread lowers its priority before it loads the code, like a
 * compute thread.
 */
if (!parentPort) throw new Error('bodies can only be parsed in a thread')
lowerThreadPriority()
const { PartialBodies } = await import('./parse-large-body.ts')
const bodies = new PartialBodies()
openChannel<BodyThreadRequests, Record<string, never>>(parentPort, {
  add: (piece) => bodies.add(piece),
  parse: (body) => bodies.parse(body),
  drop: (id) => bodies.drop(id),
})
