import { DatasetStore } from '@fairway/dataset'
import type { Command } from 'commander'
import { showSource } from '../../maps/traffic/feeds/feed-source.ts'
import { FeedShelf, type ShelvedFeed } from '../../maps/traffic/store/feed-store.ts'
import { countKnownArcs, TypicalShelf } from '../../maps/traffic/store/typical-speed-store.ts'
import { toCount, toSize } from '../amounts.ts'
import { type CommonOptions, print, readConfig, table, withJson } from '../common.ts'
import { withDatasetFaults } from '../dataset-faults.ts'
import { toFeedFields } from './load.ts'

export function addList(traffic: Command): void {
  const command = withJson(traffic.command('list').description('list feeds and typical speeds'))
  command.action(async (options: CommonOptions) => {
    const { dataDir, trafficFeeds } = readConfig(options)
    await withDatasetFaults(dataDir, async () => {
      const loaded = await new FeedShelf(dataDir).list()
      const configured = trafficFeeds.map(showSource)
      const typical = await listTypical(dataDir)
      const fields = { loaded: loaded.map(toFeedFields), configured, typical: typical.map(toTypicalFields) }
      print(options, fields, `${describeFeeds(loaded, configured, Date.now())}\n\n${describeTypical(typical)}`)
    })
  })
}

interface KnownTypical {
  readonly region: string
  readonly dataset: string
  readonly arcs: number
  readonly arcCount: number
  readonly bytes: number
  /** Why it cannot be used. */
  readonly fault?: string
}

/** Lists the learned speeds of the served datasets. */
async function listTypical(dataDir: string): Promise<KnownTypical[]> {
  const shelf = new TypicalShelf(dataDir)
  const found: KnownTypical[] = []
  for (const { region, id: dataset } of (await new DatasetStore(dataDir).listCurrent()).values()) {
    const [speeds, bytes] = [await shelf.inspect(dataset), await shelf.size(dataset)]
    if (speeds === undefined) continue
    const names = { region, dataset, bytes }
    if ('kind' in speeds) found.push({ ...names, arcs: 0, arcCount: 0, fault: speeds.reason })
    else found.push({ ...names, arcs: countKnownArcs(speeds), arcCount: speeds.arcCount })
  }
  return found
}

function toTypicalFields({ region, dataset, arcs, arcCount, bytes, fault }: KnownTypical) {
  return { region, dataset, known_arcs: arcs, arcs: arcCount, bytes, fault: fault ?? null }
}

const FEED_COLUMNS = ['FEED', 'SOURCE', 'LOADED', 'UNTIL']

function describeFeeds(loaded: readonly ShelvedFeed[], configured: readonly string[], nowMs: number): string {
  if (loaded.length + configured.length === 0) return 'There are no feeds; load one with: fairway traffic load <feed>'
  const rows = loaded.map(({ name, source, loadedAtMs, untilMs }) => {
    return [name, source, new Date(loadedAtMs).toISOString(), describeEnd(untilMs, nowMs)]
  })
  return table([FEED_COLUMNS, ...rows, ...configured.map((source) => ['(configured)', source, '', ''])])
}

function describeEnd(untilMs: number | undefined, nowMs: number): string {
  if (untilMs === undefined) return 'unloaded'
  return `${new Date(untilMs).toISOString()}${untilMs <= nowMs ? ' (expired)' : ''}`
}

const TYPICAL_COLUMNS = ['TYPICAL SPEEDS OF', 'DATASET', 'ARCS COVERED', 'SIZE']

function describeTypical(typical: readonly KnownTypical[]): string {
  if (typical.length === 0) return 'No typical speeds yet; learn them with: fairway traffic probes <tracks>'
  const rows = typical.map(({ region, dataset, arcs, arcCount, bytes, fault }) => {
    const known = fault === undefined ? `${toCount(arcs)} of ${toCount(arcCount)}` : `not usable: ${fault}`
    return [region, dataset, known, toSize(bytes)]
  })
  return table([TYPICAL_COLUMNS, ...rows])
}
