import { passages } from '../passages/all-passages.ts'
import { limitGates } from '../passages/limit-gates.ts'
import { fitNarrow } from '../passages/narrow-fit.ts'
import type { Passage, SizeLimits } from '../passages/passage.ts'
import type { Obstacle } from './refusal.ts'
import type { SeaRequest } from './request.ts'

const dimensionNames: Readonly<Record<keyof SizeLimits, string>> = {
  draftM: 'draft',
  beamM: 'beam',
  lengthM: 'length',
  airDraftM: 'air draft',
}

type PassagePreferences = Pick<SeaRequest, 'avoid' | 'allow' | 'via' | 'vessel' | 'time'>

/** Returns the passages that are closed to a ship, by ID, with the reasons. */
export function findClosedPassages(preferences: PassagePreferences): ReadonlyMap<string, Obstacle> {
  const closedEntries = passages.flatMap((passage): [string, Obstacle][] => {
    const obstacle = findObstacle(passage, preferences)
    return obstacle ? [[passage.id, obstacle]] : []
  })
  return new Map([...closedEntries, ...listTooSmallGates(preferences)])
}

/** Lists the shallow channels and bridges that this ship is too large to pass. */
function listTooSmallGates({ vessel }: PassagePreferences): [string, Obstacle][] {
  if (!vessel) return []
  return limitGates.flatMap(({ id, name, limits }): [string, Obstacle][] => {
    const excess = findExcess(limits, vessel)
    return excess ? [[id, { passage: id, name, because: 'size', ...excess }]] : []
  })
}

/** Returns the first dimension of a ship that exceeds a limit. */
function findExcess(limits: SizeLimits, vessel: SizeLimits | undefined) {
  for (const [key, measure] of Object.entries(dimensionNames) as [keyof SizeLimits, string][]) {
    const allowedM = limits[key]
    const givenM = vessel?.[key]
    if (allowedM !== undefined && givenM !== undefined && givenM > allowedM) return { measure, allowedM, givenM }
  }
  return undefined
}

function findObstacle(passage: Passage, { avoid, allow, via, vessel, time }: PassagePreferences): Obstacle | undefined {
  const { id, name, limits = {}, isClosed, isNarrow, needsDate } = passage
  if (avoid?.includes(id)) return { passage: id, name, because: 'avoided' } as const
  const isRequested = allow?.includes(id) || via?.includes(id)
  if (isClosed && !isRequested) return { passage: id, name, because: 'closed' } as const
  const excess = findExcess(limits, vessel)
  if (excess) return { passage: id, name, because: 'size', ...excess } as const
  if (isNarrow && !isRequested) {
    const fit = fitNarrow(limits, vessel)
    if (fit.kind === 'unknown') return { passage: id, name, because: 'unmeasured', missing: fit.missing } as const
    if (fit.kind === 'too-wide') {
      const { allowedM, estimatedM, from } = fit
      const size = { measure: dimensionNames.beamM, allowedM, givenM: estimatedM, estimatedFrom: from }
      return { passage: id, name, because: 'size', ...size } as const
    }
  }
  if (needsDate && !isRequested && !time) return { passage: id, name, because: 'undated' } as const
  return undefined
}
