import { DatasetStore } from '@fairway/dataset'
import type { Command } from 'commander'
import { redactSource } from '../../maps/traffic/feeds/feed-source.ts'
import { FeedStore, type StoredFeed } from '../../maps/traffic/store/feed-store.ts'
import { countCoveredArcs, TypicalSpeedStore } from '../../maps/traffic/store/typical-speed-store.ts'
import { formatCount, formatSize } from '../amounts.ts'
import { type CommonOptions, formatTable, print, readConfig, withJson } from '../common.ts'
import { withDatasetErrors } from '../dataset-errors.ts'
import { toFeedFields } from './load.ts'

export function registerListCommand(traffic: Command): void {
  const command = withJson(traffic.command('list').description('list feeds and typical speeds'))
  command.action(async (options: CommonOptions) => {
    const { dataDir, trafficFeeds } = readConfig(options)
    await withDatasetErrors(dataDir, async () => {
      const loadedFeeds = await new FeedStore(dataDir).list()
      const configuredSources = trafficFeeds.map(redactSource)
      const typicalSpeeds = await listTypicalSpeeds(dataDir)
      const fields = {
        loaded: loadedFeeds.map(toFeedFields),
        configured: configuredSources,
        typical: typicalSpeeds.map(toTypicalFields),
      }
      print(
        options,
        fields,
        `${describeFeeds(loadedFeeds, configuredSources, Date.now())}\n\n${describeTypical(typicalSpeeds)}`,
      )
    })
  })
}

interface TypicalSpeedsEntry {
  readonly region: string
  readonly dataset: string
  readonly arcs: number
  readonly arcCount: number
  readonly bytes: number
  /** Reason why the speeds cannot be used. */
  readonly fault?: string
}

/** Lists the learned speeds of the served datasets. */
async function listTypicalSpeeds(dataDir: string): Promise<TypicalSpeedsEntry[]> {
  const store = new TypicalSpeedStore(dataDir)
  const entries: TypicalSpeedsEntry[] = []
  for (const { region, id: dataset } of (await new DatasetStore(dataDir).listCurrent()).values()) {
    const [speeds, bytes] = [await store.readUnchecked(dataset), await store.getSizeBytes(dataset)]
    if (speeds === undefined) continue
    const names = { region, dataset, bytes }
    if ('kind' in speeds) entries.push({ ...names, arcs: 0, arcCount: 0, fault: speeds.reason })
    else entries.push({ ...names, arcs: countCoveredArcs(speeds), arcCount: speeds.arcCount })
  }
  return entries
}

function toTypicalFields({ region, dataset, arcs, arcCount, bytes, fault }: TypicalSpeedsEntry) {
  return { region, dataset, known_arcs: arcs, arcs: arcCount, bytes, fault: fault ?? null }
}

const FEED_COLUMNS = ['FEED', 'SOURCE', 'LOADED', 'UNTIL']

function describeFeeds(loadedFeeds: readonly StoredFeed[], configured: readonly string[], nowMs: number): string {
  if (loadedFeeds.length + configured.length === 0)
    return 'There are no feeds; load one with: fairway traffic load <feed>'
  const rows = loadedFeeds.map(({ name, source, loadedAtMs, untilMs }) => {
    return [name, source, new Date(loadedAtMs).toISOString(), describeExpiry(untilMs, nowMs)]
  })
  return formatTable([FEED_COLUMNS, ...rows, ...configured.map((source) => ['(configured)', source, '', ''])])
}

function describeExpiry(untilMs: number | undefined, nowMs: number): string {
  if (untilMs === undefined) return 'unloaded'
  return `${new Date(untilMs).toISOString()}${untilMs <= nowMs ? ' (expired)' : ''}`
}

const TYPICAL_COLUMNS = ['TYPICAL SPEEDS OF', 'DATASET', 'ARCS COVERED', 'SIZE']

function describeTypical(typicalSpeeds: readonly TypicalSpeedsEntry[]): string {
  if (typicalSpeeds.length === 0) return 'No typical speeds yet; learn them with: fairway traffic probes <tracks>'
  const rows = typicalSpeeds.map(({ region, dataset, arcs, arcCount, bytes, fault }) => {
    const coverage = fault === undefined ? `${formatCount(arcs)} of ${formatCount(arcCount)}` : `not usable: ${fault}`
    return [region, dataset, coverage, formatSize(bytes)]
  })
  return formatTable([TYPICAL_COLUMNS, ...rows])
}
