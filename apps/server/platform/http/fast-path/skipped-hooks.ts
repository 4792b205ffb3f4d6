import type { FastifyInstance } from 'fastify'

/** Request hooks, and `onRoute`, which can add request hooks to routes. */
const SKIPPED_HOOKS: ReadonlySet<unknown> = new Set([
  ...['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse'],
  ...['onError', 'onTimeout', 'onRequestAbort', 'onRoute'],
])

/**
 * Makes startup fail if a later hook would not run on the fast path. Hooks in inner scopes are allowed. The only inner
 * scopes with operations on the fast path are those that accept more content types (`bodyTypes`). These scopes must not
 * get hooks.
 */
export function rejectSkippedHooks(app: FastifyInstance): void {
  const { addHook } = app
  Object.defineProperty(app, 'addHook', {
    value(this: unknown, name: unknown, ...hookArguments: unknown[]): unknown {
      if (this === app && SKIPPED_HOOKS.has(name)) {
        throw new Error(
          `The fast path would skip the Fastify hook ${String(name)}. Add it as a step of all operations in operation-steps.ts, or set FAIRWAY_FAST_PATH=false.`,
        )
      }
      return Reflect.apply(addHook, this, [name, ...hookArguments])
    },
  })
}
