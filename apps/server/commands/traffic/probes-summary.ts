import { MIN_PROBES } from '@fairway/road'
import { toCount, toSize } from '../amounts.ts'
import { counted, describeSkipped } from './feed-summary.ts'
import type { LiveOutcome, TypicalOutcome } from './keep-learned.ts'
import type { Learned } from './learn-from-probes.ts'

export function toLearnedFields(learned: Learned): Record<string, unknown> {
  const { dataset, figures, typical } = learned
  return {
    tracks: learned.tracks,
    region: dataset.region,
    dataset: dataset.id,
    positions: learned.positions,
    vehicles: learned.vehicles,
    from: toInstant(learned.oldestMs),
    to: toInstant(learned.newestMs),
    skipped: learned.skipped,
    matched_positions: figures.matchedPositions,
    matched_length_share: shareOf(figures.matchedMeters, figures.meters),
    driven_km: figures.drivenMeters / 1000,
    passages: learned.passages,
    positions_per_second: Math.round(learned.positions / figures.seconds),
    live: toLiveFields(learned.live),
    typical: typical ? { known_arcs: typical.arcs, known_arcs_before: typical.arcsBefore, bytes: typical.bytes } : null,
  }
}

function toLiveFields(live: LiveOutcome): Record<string, unknown> {
  if (live.kind !== 'loaded') return { state: live.kind }
  const { kind, name, arcs, segments, untilMs } = live
  return { state: kind, name, arcs, segments, until: toInstant(untilMs) }
}

export function describeLearned(learned: Learned): string[] {
  const { dataset, figures, positions, live, typical } = learned
  const vehicles = counted(learned.vehicles, 'vehicle', 'vehicles')
  const points = toPercent(shareOf(figures.matchedPositions, positions))
  const length = toPercent(shareOf(figures.matchedMeters, figures.meters))
  const speed = toCount(Math.round(positions / figures.seconds))
  return [
    `Learned from ${learned.tracks} on the map of ${dataset.region}, dataset ${dataset.id}`,
    '',
    `  positions  ${toCount(positions)} of ${vehicles}, ${toInstant(learned.oldestMs)} to ${toInstant(learned.newestMs)}`,
    ...describeSkipped('  skipped    ', learned.skipped),
    `  matched    ${points} of the positions, ${length} of the distance; ${(figures.drivenMeters / 1000).toFixed(1)} km of road`,
    `  traversals ${toCount(learned.passages)} of roads, matched at ${speed} positions per second`,
    `  typical    ${describeTypical(typical)}`,
    `  live       ${describeLive(live)}`,
    ...(live.kind === 'loaded' ? ['', 'Servers on this data folder load it within a second'] : []),
  ]
}

function describeTypical(typical: TypicalOutcome | undefined): string {
  if (!typical) return 'not learned because of --no-typical'
  const { arcs, arcsBefore, arcCount, bytes, begunAnew } = typical
  const before = begunAnew === undefined ? `${toCount(arcsBefore)} before` : `started over: ${begunAnew}`
  return `${toCount(arcs)} of ${toCount(arcCount)} arcs covered (${before}), ${toSize(bytes)}`
}

function describeLive(live: LiveOutcome): string {
  switch (live.kind) {
    case 'not-wanted':
      return 'not loaded because of --no-live'
    case 'too-old':
      return `not loaded: the newest position is too old; its speeds expired at ${toInstant(live.untilMs)}`
    case 'too-few':
      return `not loaded: no road was driven by ${MIN_PROBES} vehicles within five minutes during the last fifteen minutes`
    case 'loaded': {
      const arcs = counted(live.arcs, 'arc', 'arcs')
      return `${arcs} (${toCount(live.segments)} segments) as feed ${live.name}, until ${toInstant(live.untilMs)}`
    }
  }
}

function toInstant(ms: number): string {
  return new Date(ms).toISOString()
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0
}

function toPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
