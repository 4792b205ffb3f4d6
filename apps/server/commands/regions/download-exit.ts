import type { DownloadError, DownloadFailureKind } from '../../platform/transfer/download-failed.ts'
import { CommandError, exitCodes } from '../exit.ts'

const downloadExitCodes: Readonly<Record<DownloadFailureKind, number>> = {
  'not-found': exitCodes.notFound,
  refused: exitCodes.failed,
  unreachable: exitCodes.unavailable,
  'wrong-checksum': exitCodes.failed,
  'under-way': exitCodes.refused,
  unusable: exitCodes.failed,
  'no-space': exitCodes.failed,
}

/** Creates the command error for a failed download. */
export function toDownloadCommandError({ kind, message }: DownloadError, hint = ''): CommandError {
  return new CommandError(downloadExitCodes[kind], message + hint)
}
