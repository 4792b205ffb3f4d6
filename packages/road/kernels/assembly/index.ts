import { climb } from './climb.ts'
import { measureFading, measureSteady } from './climb-measure.ts'
import { customize } from './customize.ts'
import { distance, prepareDistance } from './distance.ts'
import { joinFading, joinSteady } from './join-measures.ts'
import { beginLittle, measureLabel, measureLittle, meetLanes } from './little.ts'
import { clearCells, finishRow, largestSource, placeTarget } from './matrix.ts'
import { openMatrix } from './matrix-memory.ts'
import { open } from './memory.ts'
import { meetOver } from './min-plus.ts'
import { meetPackedOver } from './min-plus-packed.ts'
import { packSources, packTargets, unpackTargets } from './packing.ts'
import { groupPairs } from './pairs.ts'
import { pathVia, sharedAtLeast } from './path.ts'
import { search } from './search.ts'
import { update } from './update.ts'
import { openWorkshop } from './workshop.ts'

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
