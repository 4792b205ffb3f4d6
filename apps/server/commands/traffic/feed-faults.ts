import { describeFailure, type FeedFailure } from '../../maps/traffic/feeds/feed-failure.ts'
import { showSource } from '../../maps/traffic/feeds/feed-source.ts'
import { FEED_NAME_RULE, isFeedName } from '../../maps/traffic/store/feed-name.ts'
import { type TakenFeed, takeFeed } from '../../maps/traffic/store/take-feed.ts'
import { CommandFailed, exitCodes } from '../exit.ts'

const failureCodes: Readonly<Record<FeedFailure['kind'], number>> = {
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

/** Returns the feed, or fails the command with the reason. */
export async function takeOrFail(source: string): Promise<TakenFeed> {
  const taken = await takeFeed(source)
  if (taken.ok) return taken.value
  const { failure } = taken
  const where = failure.kind === 'bad-address' ? JSON.stringify(showSource(source)) : showSource(source)
  throw new CommandFailed(failureCodes[failure.kind], `${where}: ${describeHere(failure)}`)
}

/** A server retries by itself. Here the user has to. */
function describeHere(failure: FeedFailure): string {
  return describeFailure(failure).replace('it is retried at the next refresh', 'try again')
}

export function checkFeedName(name: string): void {
  if (isFeedName(name)) return
  throw new CommandFailed(exitCodes.usage, `a feed cannot be named ${JSON.stringify(name)}; use ${FEED_NAME_RULE}`)
}
