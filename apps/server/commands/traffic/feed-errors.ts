import { describeFeedFailure, type FeedFailure } from '../../maps/traffic/feeds/feed-failure.ts'
import { redactSource } from '../../maps/traffic/feeds/feed-source.ts'
import { FEED_NAME_RULE, isFeedName } from '../../maps/traffic/store/feed-name.ts'
import { type DownloadedFeed, downloadFeed } from '../../maps/traffic/store/take-feed.ts'
import { CommandError, exitCodes } from '../exit.ts'

const failureExitCodes: Readonly<Record<FeedFailure['kind'], number>> = {
  'bad-address': exitCodes.usage,
  gone: exitCodes.notFound,
  'bad-status': exitCodes.unavailable,
  'bad-redirect': exitCodes.failed,
  unreachable: exitCodes.unavailable,
  'unreadable-file': exitCodes.failed,
  'too-slow': exitCodes.unavailable,
  stopped: exitCodes.failed,
  'too-large': exitCodes.failed,
  'cut-off': exitCodes.failed,
  'damaged-gzip': exitCodes.failed,
  empty: exitCodes.failed,
  'web-page': exitCodes.failed,
  'unknown-format': exitCodes.failed,
  'broken-json': exitCodes.failed,
  'device-feed': exitCodes.failed,
  'too-much-content': exitCodes.failed,
  'nothing-readable': exitCodes.failed,
}

/** Returns the feed. If it cannot be read, the command fails and reports the reason. */
export async function downloadOrFail(source: string): Promise<DownloadedFeed> {
  const downloadResult = await downloadFeed(source)
  if (downloadResult.ok) return downloadResult.value
  const { failure } = downloadResult
  const shownSource = failure.kind === 'bad-address' ? JSON.stringify(redactSource(source)) : redactSource(source)
  throw new CommandError(failureExitCodes[failure.kind], `${shownSource}: ${describeForCommand(failure)}`)
}

/** Describes a failure of a command, which the user must run again. A server retries automatically. */
function describeForCommand(failure: FeedFailure): string {
  return describeFeedFailure(failure).replace('it will be retried at the next refresh', 'try again')
}

export function checkFeedName(name: string): void {
  if (isFeedName(name)) return
  throw new CommandError(exitCodes.usage, `a feed cannot be named ${JSON.stringify(name)}; use ${FEED_NAME_RULE}`)
}
