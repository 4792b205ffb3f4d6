import type { ProblemCodes } from '../../../platform/http/problem.ts'
import { problems as droneProblems } from '../../air/failures.ts'
import { problems as avProblems } from '../../road/av/failures.ts'
import { problems as reroutingProblems } from '../../road/reroute/failures.ts'
import { problems as maritimeProblems } from '../../sea/failures.ts'

/** Problem tables of the operations that plan routes for assets. */
export const plannerProblems: readonly ProblemCodes[] = [avProblems, droneProblems, maritimeProblems, reroutingProblems]
