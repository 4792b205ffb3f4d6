import { type Command, InvalidArgumentError } from 'commander'
import { redactSource } from '../../maps/traffic/feeds/feed-source.ts'
import { toFeedNameFromSource } from '../../maps/traffic/store/feed-name.ts'
import { FeedStore, type StoredFeed } from '../../maps/traffic/store/feed-store.ts'
import { type CommonOptions, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { CommandError, exitCodes } from '../exit.ts'
import { checkFeedName, downloadOrFail } from './feed-errors.ts'
import { describeContent, toContentFields } from './feed-summary.ts'

interface LoadOptions extends CommonOptions {
  readonly name?: string
  readonly for?: number
}

export function registerLoadCommand(traffic: Command): void {
  withJson(traffic.command('load').description('load a snapshot of a traffic feed into running servers'))
    .argument('<feed>', 'a file or a URL: segment speeds (CSV), WZDx work zones or incidents (JSON)')
    .option(
      '--name <name>',
      'name of the feed; replaces a feed with the same name (default: derived from the file name)',
    )
    .option(
      '--for <time>',
      'how long the feed stays active, such as 90min, 2h or 3d (default: until it is unloaded)',
      parseTimeSpan,
    )
    .action(async (source: string, options: LoadOptions) => {
      const { dataDir } = readConfig(options)
      const name = toFeedName(source, options)
      const { bytes, content } = await downloadOrFail(source)
      await withDatasetErrors(dataDir, async () => {
        const store = new FeedStore(dataDir)
        await store.removeExpired(Date.now())
        const isReplaced = (await store.list()).some((feed) => feed.name === name)
        const untilMs = options.for === undefined ? undefined : Date.now() + options.for
        const feed = await store.put(name, bytes, { source: redactSource(source), untilMs })
        const fields = { ...toFeedFields(feed), bytes: bytes.length, replaced: isReplaced, ...toContentFields(content) }
        print(options, fields, [...describeLoaded(feed, isReplaced, describeContent(content))].join('\n'))
      })
    })
}

/** Returns the name of the feed, and checks it before the feed is fetched. */
function toFeedName(source: string, { name = toFeedNameFromSource(source) }: LoadOptions): string {
  if (name === '') {
    throw new CommandError(exitCodes.usage, `${JSON.stringify(redactSource(source))} has no name; give one with --name`)
  }
  checkFeedName(name)
  return name
}

/** Returns the JSON fields of a loaded feed. */
export function toFeedFields({ name, source, loadedAtMs, untilMs }: StoredFeed) {
  const expiresAt = untilMs === undefined ? null : new Date(untilMs).toISOString()
  return { name, source, loaded_at: new Date(loadedAtMs).toISOString(), until: expiresAt }
}

function describeLoaded({ name, source, untilMs }: StoredFeed, isReplaced: boolean, content: readonly string[]) {
  return [
    `Loaded ${source} as ${name}${isReplaced ? ', replacing the previous one' : ''}`,
    '',
    ...content,
    `  until     ${untilMs === undefined ? 'it is unloaded or replaced' : new Date(untilMs).toISOString()}`,
    '',
    'Servers that use this data folder will load it within a second. To unload it:',
    '',
    `  fairway traffic unload ${name}`,
  ]
}

const millisecondsByUnit: Readonly<Record<string, number>> = { min: 60_000, h: 3_600_000, d: 86_400_000 }
const MAX_TIME_SPAN_MS = 365 * 86_400_000

/** Parses a time span such as `90min`, `2h` or `3d` to milliseconds. */
function parseTimeSpan(text: string): number {
  const [, amount = '', unit = ''] = /^(\d{1,9}) ?(min|h|d)$/.exec(text.trim()) ?? []
  const ms = Number(amount) * (millisecondsByUnit[unit] ?? 0)
  if (ms > 0 && ms <= MAX_TIME_SPAN_MS) return ms
  throw new InvalidArgumentError(
    'It must be a whole number followed by min, h or d, such as 90min, 2h or 3d, up to 365d.',
  )
}
