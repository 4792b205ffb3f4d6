import { MIN_PROBES } from '@fairway/road'
import { formatCount, formatSize } from '../amounts.ts'
import { describeSkipped, formatCounted } from './feed-summary.ts'
import type { LiveFeedResult, TypicalSpeedsResult } from './keep-learned.ts'
import type { LearningResult } from './learn-from-probes.ts'

export function toResultFields(learned: LearningResult): Record<string, unknown> {
  const { dataset, figures, typical } = learned
  return {
    tracks: learned.tracks,
    region: dataset.region,
    dataset: dataset.id,
    positions: learned.positions,
    vehicles: learned.vehicles,
    from: formatInstant(learned.oldestMs),
    to: formatInstant(learned.newestMs),
    skipped: learned.skipped,
    matched_positions: figures.matchedPositions,
    matched_length_share: computeShare(figures.matchedMeters, figures.meters),
    driven_km: figures.drivenMeters / 1000,
    passages: learned.passages,
    positions_per_second: Math.round(learned.positions / figures.seconds),
    live: toLiveFields(learned.live),
    typical: typical ? { known_arcs: typical.arcs, known_arcs_before: typical.arcsBefore, bytes: typical.bytes } : null,
  }
}

function toLiveFields(live: LiveFeedResult): Record<string, unknown> {
  if (live.kind !== 'loaded') return { state: live.kind }
  const { kind, name, arcs, segments, untilMs } = live
  return { state: kind, name, arcs, segments, until: formatInstant(untilMs) }
}

export function describeResult(learned: LearningResult): string[] {
  const { dataset, figures, positions, live, typical } = learned
  const vehicles = formatCounted(learned.vehicles, 'vehicle', 'vehicles')
  const points = formatPercent(computeShare(figures.matchedPositions, positions))
  const length = formatPercent(computeShare(figures.matchedMeters, figures.meters))
  const speed = formatCount(Math.round(positions / figures.seconds))
  return [
    `Learned from ${learned.tracks} on the map of ${dataset.region}, dataset ${dataset.id}`,
    '',
    `  positions  ${formatCount(positions)} from ${vehicles}, ${formatInstant(learned.oldestMs)} to ${formatInstant(learned.newestMs)}`,
    ...describeSkipped('  skipped    ', learned.skipped),
    `  matched    ${points} of the positions, ${length} of the distance; ${(figures.drivenMeters / 1000).toFixed(1)} km of road`,
    `  traversals ${formatCount(learned.passages)}, matched at ${speed} positions per second`,
    `  typical    ${describeTypical(typical)}`,
    `  live       ${describeLive(live)}`,
    ...(live.kind === 'loaded' ? ['', 'Servers that use this data folder will load it within a second'] : []),
  ]
}

function describeTypical(typicalSpeeds: TypicalSpeedsResult | undefined): string {
  if (!typicalSpeeds) return 'not learned because of --no-typical'
  const { arcs, arcsBefore, arcCount, bytes, restartReason } = typicalSpeeds
  const previousText =
    restartReason === undefined ? `${formatCount(arcsBefore)} before` : `started over: ${restartReason}`
  return `${formatCount(arcs)} of ${formatCount(arcCount)} arcs covered (${previousText}), ${formatSize(bytes)}`
}

function describeLive(live: LiveFeedResult): string {
  switch (live.kind) {
    case 'not-wanted':
      return 'not loaded because of --no-live'
    case 'too-old':
      return `not loaded: the newest position is too old; its speeds expired at ${formatInstant(live.untilMs)}`
    case 'too-few':
      return `not loaded: no road was used by at least ${MIN_PROBES} vehicles within five minutes during the last fifteen minutes`
    case 'loaded': {
      const arcs = formatCounted(live.arcs, 'arc', 'arcs')
      return `${arcs} (${formatCount(live.segments)} segments) as feed ${live.name}, until ${formatInstant(live.untilMs)}`
    }
  }
}

function formatInstant(ms: number): string {
  return new Date(ms).toISOString()
}

function computeShare(part: number, total: number): number {
  return total > 0 ? part / total : 0
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
