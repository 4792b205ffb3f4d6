import { customize } from './customize.ts'
import { distance, prepareDistance } from './distance.ts'
import { open } from './memory.ts'
import { groupPairs } from './pairs.ts'
import { pathVia, sharedAtLeast } from './path.ts'
import { search } from './search.ts'
import { update } from './update.ts'
import { openWorkshop } from './workshop.ts'

export { customize, distance, groupPairs, open, openWorkshop, pathVia, prepareDistance, search, sharedAtLeast, update }
