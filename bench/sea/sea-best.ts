import { distanceNm, GreatCircle, type Position, seededRandom } from '@fairway/geo'
import {
  canalChannels,
  findPassage,
  passageGates,
  passageIds,
  planSeaRoute,
  SeaPathFinder,
  type SeaRequest,
  type SeaRoute,
} from '@fairway/sea'
import { type Benchmark, type BenchOptions, type BenchResult, median, round } from '../bench.ts'
import { openWorld, tinyWorld } from './sea-world.ts'

const SEED = 11
const ALTERNATIVE_COUNT = 3
const INLAND_NM = 30
/** Minimum difference that counts, in nautical miles. Smaller differences come from rounding. */
const MIN_BEATEN_NM = 0.05
const MAX_SHOWN = 12
const GATE_SAMPLES = 24

interface Rival {
  readonly name: string
  readonly route: SeaRoute
}

interface Defeat {
  readonly from: Position
  readonly to: Position
  readonly best: SeaRoute
  readonly rival: Rival
}

/** Checks whether any other route for the same voyage is shorter than the first route that the service returns. */
export const seaBest: Benchmark = {
  async run({ tiny, numbers: [pairs = 500, seed = SEED], progress }: BenchOptions): Promise<BenchResult> {
    const { sea, rows } = tiny ? tinyWorld() : await openWorld(progress)
    const finder = new SeaPathFinder(sea)
    const random = seededRandom(seed)
    const ports = rows.flatMap(({ start, end }) => [start, end])
    const pick = () => ports[Math.floor(ports.length * random())] ?? [0, 0]
    const plan = (request: SeaRequest): readonly SeaRoute[] => {
      const planned = planSeaRoute(finder, { ...request, inlandLimitNm: INLAND_NM })
      return planned.kind === 'planned' ? planned.routes : []
    }
    const defeats: Defeat[] = []
    const times: number[] = []
    let [planned, rivals] = [0, 0]
    for (let pair = 0; pair < (tiny ? 2 : pairs); pair++) {
      const [from, to] = [pick(), pick()]
      const before = process.cpuUsage()
      const [best] = plan({ from, to })
      const { user, system } = process.cpuUsage(before)
      if (!best || best.nm < 1) continue
      planned++
      times.push((user + system) / 1000)
      const others = [
        ...plan({ from, to, alternatives: ALTERNATIVE_COUNT }).map((route) => ({ name: 'alternatives', route })),
        ...listUsefulPassages(from, to, best.nm).flatMap((id) =>
          plan({ from, to, via: [id] }).map((route) => ({ name: id, route })),
        ),
      ]
      rivals += others.length
      const shortest = others.reduce<Rival | undefined>((a, b) => (a && a.route.nm <= b.route.nm ? a : b), undefined)
      if (shortest && shortest.route.nm < best.nm - MIN_BEATEN_NM) defeats.push({ from, to, best, rival: shortest })
      if ((pair + 1) % 50 === 0) progress(`${pair + 1} of ${pairs}, ${defeats.length} beaten`)
    }
    const share = (defeat: Defeat) => 1 - defeat.rival.route.nm / defeat.best.nm
    defeats.sort((a, b) => share(b) - share(a))
    const figures = {
      pairs: planned,
      rivals,
      beaten: defeats.length,
      worstPercent: round(100 * (defeats[0] ? share(defeats[0]) : 0)),
      medianMs: round(median(times), 1),
      maxMs: round(Math.max(0, ...times), 0),
    }
    return {
      figures,
      table: [['figure', 'value'], ...Object.entries(figures).map(([name, value]) => [name, String(value)])],
      notes: [`Seed ${seed}.`, ...defeats.slice(0, MAX_SHOWN).map(describe)],
    }
  },
}

/**
 * Lists the passages that are close enough to shorten the route and that the rules for the voyage allow. Narrow
 * passages are closed to ships of unknown size, and icebound passages are closed without a date. `via` overrides both
 * rules.
 */
function listUsefulPassages(from: Position, to: Position, nm: number): string[] {
  return passageIds.filter((id) => {
    const passage = findPassage(id)
    if (passage?.isClosed || passage?.isNarrow || passage?.needsDate) return false
    return listPassagePoints(id).some((point) => distanceNm(...from, ...point) + distanceNm(...point, ...to) < nm)
  })
}

const pointsCache = new Map<string, readonly Position[]>()

/** Returns points along the gates of a strait or along the channel of a canal. */
function listPassagePoints(id: string): readonly Position[] {
  const cached = pointsCache.get(id)
  if (cached) return cached
  const circle = new GreatCircle()
  const gatePoints = passageGates.flatMap(({ passage, from, to }) => {
    if (passage !== id) return []
    circle.set(...from, ...to)
    return Array.from({ length: GATE_SAMPLES + 1 }, (_, sample): Position => {
      circle.moveTo((circle.lengthNm * sample) / GATE_SAMPLES)
      return [circle.latitude, circle.longitude]
    })
  })
  const points = [...gatePoints, ...canalChannels.flatMap(({ passage, line }) => (passage === id ? line : []))]
  pointsCache.set(id, points)
  return points
}

function describe({ from, to, best, rival }: Defeat): string {
  const passages = ({ passages: uses }: SeaRoute) => uses.map(({ passage }) => passage.id).join(' ')
  return `${from} to ${to}: ${best.nm.toFixed(1)} nm (${passages(best)}), by ${rival.name} ${rival.route.nm.toFixed(1)} nm (${passages(rival.route)}), ${round(rival.route.hours - best.hours, 1)} h`
}
