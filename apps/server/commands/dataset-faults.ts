import { ExtractChanged, type RefusalKind, StoreRefusal, UnreadableExtract } from '@fairway/dataset'
import { CommandFailed, exitCodes } from './exit.ts'

const refusalCodes: Readonly<Record<RefusalKind, number>> = {
  'bad-region-name': exitCodes.usage,
  'no-such-region': exitCodes.notFound,
  'no-such-dataset': exitCodes.notFound,
  'unusable-dataset': exitCodes.refused,
}

/** Converts errors from reading and writing extracts and datasets. Returns undefined for a bug. */
export function toDatasetFault(error: unknown, dataDir: string): CommandFailed | undefined {
  if (error instanceof StoreRefusal) return new CommandFailed(refusalCodes[error.kind], error.message)
  if (error instanceof UnreadableExtract || error instanceof ExtractChanged) {
    return new CommandFailed(exitCodes.failed, error.message)
  }
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new CommandFailed(
      exitCodes.failed,
      `the disk of ${dataDir} is full; free some space and run the command again`,
    )
  }
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code ?? '')) {
    return new CommandFailed(exitCodes.unavailable, `the data folder ${dataDir} cannot be used: ${message}`)
  }
  return undefined
}

export async function withDatasetFaults<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toDatasetFault(error, dataDir) ?? error
  }
}
