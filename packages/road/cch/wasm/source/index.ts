import { openWorkshop } from './customization.ts'
import { customize } from './customize.ts'
import { distance, prepareDistance } from './distance.ts'
import { joinFading, joinSteady } from './matrix/join-attributes.ts'
import { clearCells, finishRow, largestSource, placeTarget } from './matrix/matrix.ts'
import { openMatrix } from './matrix/memory.ts'
import { meetOver } from './matrix/min-plus.ts'
import { meetPackedOver } from './matrix/min-plus-packed.ts'
import { packSources, packTargets, unpackTargets } from './matrix/packing.ts'
import { groupPairs } from './matrix/pairs.ts'
import { beginLittle, measureLabel, measureLittle, meetLanes } from './matrix/small.ts'
import { open } from './memory.ts'
import { pathVia, sharedAtLeast } from './path.ts'
import { search } from './search.ts'
import { update } from './update.ts'
import { measureFading, measureSteady } from './upward/attributes.ts'
import { climb } from './upward/search.ts'

export {
  beginLittle,
  clearCells,
  climb,
  customize,
  distance,
  finishRow,
  groupPairs,
  joinFading,
  joinSteady,
  largestSource,
  measureFading,
  measureLabel,
  measureLittle,
  measureSteady,
  meetLanes,
  meetOver,
  meetPackedOver,
  open,
  openMatrix,
  openWorkshop,
  packSources,
  packTargets,
  pathVia,
  placeTarget,
  prepareDistance,
  search,
  sharedAtLeast,
  unpackTargets,
  update,
}
