import { randomUUID } from 'node:crypto'
import type { OperationContext } from '../../operations/define-operation.ts'
import type { Clock } from '../../platform/clock.ts'

/**
 * Creates the context of a call that this node makes for itself, such as a tile or a part of a job. The call completes
 * even if a client disconnects, because others may wait for its result.
 */
export function createNodeContext(url: string, clock: Clock, id: string = randomUUID()): OperationContext {
  return {
    id,
    method: 'POST',
    url,
    ip: '',
    caller: { kind: 'anonymous', address: '' },
    prepared: undefined,
    ignored: null,
    log: { debug: () => undefined },
    now: () => clock.now(),
    onDisconnect: () => () => undefined,
  }
}
