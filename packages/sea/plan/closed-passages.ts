import { passages } from '../passages/all-passages.ts'
import type { Passage, SizeLimits } from '../passages/passage.ts'
import type { Obstacle } from './refusal.ts'
import type { SeaRequest } from './request.ts'

const measures: Readonly<Record<keyof SizeLimits, string>> = {
  draftM: 'draft',
  beamM: 'beam',
  lengthM: 'length',
  airDraftM: 'air draft',
}

type Wishes = Pick<SeaRequest, 'avoid' | 'allow' | 'via' | 'vessel'>

/** The passages closed to a ship, by id, with the reasons. */
export function closedPassages(request: Wishes): ReadonlyMap<string, Obstacle> {
  const found = passages.flatMap((passage): [string, Obstacle][] => {
    const obstacle = obstacleAt(passage, request)
    return obstacle ? [[passage.id, obstacle]] : []
  })
  return new Map(found)
}

function obstacleAt(passage: Passage, { avoid, allow, via, vessel }: Wishes) {
  const { id, name, limits = {}, isClosed, isNarrow } = passage
  if (avoid?.includes(id)) return { passage: id, name, because: 'avoided' } as const
  const isWished = allow?.includes(id) || via?.includes(id)
  if (isClosed && !isWished) return { passage: id, name, because: 'closed' } as const
  const isMeasured = vessel?.beamM !== undefined && vessel.draftM !== undefined
  if (isNarrow && !isWished && !isMeasured) return { passage: id, name, because: 'unmeasured' } as const
  for (const [key, measure] of Object.entries(measures) as [keyof SizeLimits, string][]) {
    const allowedM = limits[key]
    const givenM = vessel?.[key]
    if (allowedM === undefined || givenM === undefined || givenM <= allowedM) continue
    return { passage: id, name, because: 'size', measure, allowedM, givenM } as const
  }
  return undefined
}
