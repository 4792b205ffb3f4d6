import { ExtractChangedError, NoRoadsError, StoreError, type StoreErrorKind, UnreadableExtract } from '@fairway/dataset'
import { CommandError, exitCodes } from './exit.ts'

const refusalExitCodes: Readonly<Record<StoreErrorKind, number>> = {
  'bad-region-name': exitCodes.usage,
  'no-such-region': exitCodes.notFound,
  'no-such-dataset': exitCodes.notFound,
  'unusable-dataset': exitCodes.refused,
}

/**
 * Creates the command error for an error that occurred while an extract or dataset was read or written. Returns
 * undefined for an unexpected error, which is a bug.
 */
export function toDatasetCommandError(error: unknown, dataDir: string): CommandError | undefined {
  if (error instanceof StoreError) return new CommandError(refusalExitCodes[error.kind], error.message)
  if ([UnreadableExtract, ExtractChangedError, NoRoadsError].some((kind) => error instanceof kind)) {
    return new CommandError(exitCodes.failed, (error as Error).message)
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CommandError(
      exitCodes.failed,
      `the disk that contains ${dataDir} is full; free some space and run the command again`,
    )
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) {
    return new CommandError(exitCodes.unavailable, `the data folder ${dataDir} cannot be used: ${message}`)
  }
  return undefined
}

export async function withDatasetErrors<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDatasetCommandError(error, dataDir) ?? error
  }
}
