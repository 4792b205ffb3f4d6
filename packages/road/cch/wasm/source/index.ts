import { openCustomization } from './customization.ts'
import { customize } from './customize.ts'
import { distance, prepareDistance } from './distance.ts'
import { joinFading, joinSteady } from './matrix/join-attributes.ts'
import { clearCells, finishRow, largestSource, storeTarget } from './matrix/matrix.ts'
import { openMatrix } from './matrix/memory.ts'
import { meetOver } from './matrix/min-plus.ts'
import { meetPackedOver } from './matrix/min-plus-packed.ts'
import { packSources, packTargets, unpackTargets } from './matrix/packing.ts'
import { beginSmallMatrix, computeLabelAttributes, computeSmallAttributes, meetLanes } from './matrix/small.ts'
import { open } from './memory.ts'
import { groupPairs } from './pairs.ts'
import { bestPath, pathVia, sharedAtLeast } from './path.ts'
import { search } from './search.ts'
import { unpackNext } from './unpack.ts'
import { update } from './update.ts'
import { computeFadingAttributes, computeSteadyAttributes } from './upward/attributes.ts'
import { searchUpward } from './upward/search.ts'

export {
  beginSmallMatrix,
  bestPath,
  clearCells,
  computeFadingAttributes,
  computeLabelAttributes,
  computeSmallAttributes,
  computeSteadyAttributes,
  customize,
  distance,
  finishRow,
  groupPairs,
  joinFading,
  joinSteady,
  largestSource,
  meetLanes,
  meetOver,
  meetPackedOver,
  open,
  openCustomization,
  openMatrix,
  packSources,
  packTargets,
  pathVia,
  prepareDistance,
  search,
  searchUpward,
  sharedAtLeast,
  storeTarget,
  unpackNext,
  unpackTargets,
  update,
}
