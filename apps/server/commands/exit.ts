/** Exit codes that scripts can rely on. */
export const exitCodes = {
  ok: 0,
  /** Something failed that has no code of its own. */
  failed: 1,
  /** The command line or the configuration is wrong. */
  usage: 2,
  /** There is no such account, key, region, dataset or extract. */
  notFound: 3,
  /** What was asked for does not fit the state: too many keys, a key that has ended. */
  refused: 4,
  /** The database, Redis or a mirror cannot be reached, the port is taken, the data folder cannot be written to. */
  unavailable: 5,
} as const

export class CommandFailed extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}
