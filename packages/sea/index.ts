export { compileSea, type SeaProgress, type SeaSources } from './build/build-sea.ts'
export { type CoastRings, listEdges, type Seam } from './build/coast-rings.ts'
export {
  distanceNm,
  KILOMETERS_PER_NAUTICAL_MILE,
  lengthNm,
  nearestTurn,
  type Position,
  wrapLongitude,
} from './geometry/sphere.ts'
export { findPassage, passageCalled, passageIds } from './passages/all-passages.ts'
export { type Channel, canalLines } from './passages/channels.ts'
export { passageGates, shoalGates } from './passages/gates.ts'
export { type Passage, parseLine } from './passages/passage.ts'
export { MOST_LEGS_WITH_ALTERNATIVES, planSea, type SeaPlan } from './plan/plan-sea.ts'
export { explainObstacle, explainRefusal, type Refusal } from './plan/refusal.ts'
export { DEFAULT_SPEED_KN, INLAND_LIMIT_NM, LEAST_SPEED_KN, type SeaRequest } from './plan/request.ts'
export type { PassageUse, RouteEnd, SeaLeg, SeaRoute } from './plan/sea-route.ts'
export type { Step } from './plan/steps.ts'
export { transitHoursOf, waitHoursOf } from './plan/timetable.ts'
export { writeAreaLine } from './ports/area-names.ts'
export { foldName, withoutPortWord } from './ports/fold-name.ts'
export { type NamedPlace, writePlaceLine } from './ports/named-place.ts'
export { PortBook, type PortBookText } from './ports/port-index.ts'
export { suggestPorts } from './ports/suggest-ports.ts'
export { splitAtAntimeridian, wrapLine } from './route/dense-line.ts'
export { WayFinder } from './route/find-path.ts'
export { nodeCount, type Sea } from './schema.ts'
export { seaAt } from './seas/name-seas.ts'
export { fromSections, seaBytes, toSections } from './sections.ts'
export { snapToWater } from './water/snap.ts'
