import { passages } from '../passages/all-passages.ts'
import type { Passage, SizeLimits } from '../passages/passage.ts'
import type { Obstacle } from './refusal.ts'
import type { SeaRequest } from './request.ts'

const dimensionNames: Readonly<Record<keyof SizeLimits, string>> = {
  draftM: 'draft',
  beamM: 'beam',
  lengthM: 'length',
  airDraftM: 'air draft',
}

type PassagePreferences = Pick<SeaRequest, 'avoid' | 'allow' | 'via' | 'vessel'>

/** The passages closed to a ship, by id, with the reasons. */
export function findClosedPassages(request: PassagePreferences): ReadonlyMap<string, Obstacle> {
  const closedEntries = passages.flatMap((passage): [string, Obstacle][] => {
    const obstacle = findObstacle(passage, request)
    return obstacle ? [[passage.id, obstacle]] : []
  })
  return new Map(closedEntries)
}

function findObstacle(passage: Passage, { avoid, allow, via, vessel }: PassagePreferences) {
  const { id, name, limits = {}, isClosed, isNarrow } = passage
  if (avoid?.includes(id)) return { passage: id, name, because: 'avoided' } as const
  const isRequested = allow?.includes(id) || via?.includes(id)
  if (isClosed && !isRequested) return { passage: id, name, because: 'closed' } as const
  const hasDimensions = vessel?.beamM !== undefined && vessel.draftM !== undefined
  if (isNarrow && !isRequested && !hasDimensions) return { passage: id, name, because: 'unmeasured' } as const
  for (const [key, dimensionName] of Object.entries(dimensionNames) as [keyof SizeLimits, string][]) {
    const allowedM = limits[key]
    const givenM = vessel?.[key]
    if (allowedM === undefined || givenM === undefined || givenM <= allowedM) continue
    return { passage: id, name, because: 'size', measure: dimensionName, allowedM, givenM } as const
  }
  return undefined
}
