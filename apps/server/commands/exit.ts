/** Exit codes that scripts can rely on. */
export const exitCodes = {
  ok: 0,
  /** A failure without a specific code. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** There is no such account, key, region, dataset or extract. */
  notFound: 3,
  /** The request conflicts with the current state. For example, there are too many keys, or the key is revoked. */
  refused: 4,
  /** The database, Redis or a mirror is unreachable, the port is in use, or the data folder is not writable. */
  unavailable: 5,
} as const

export class CommandError extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
