import { type Problem, type ProblemTable, toProblem } from './problem.ts'
import { type GuardFailure, guardProblems } from './problems/guard-failures.ts'
import { type RequestFailure, requestProblems } from './problems/request-failures.ts'
import { type ServiceFailure, serviceProblems } from './problems/service-failures.ts'

/** Failures that can occur before or around any operation. */
export type HttpFailure = RequestFailure | GuardFailure | ServiceFailure

export const httpProblems: ProblemTable<HttpFailure> = { ...requestProblems, ...guardProblems, ...serviceProblems }

export function toHttpProblem(failure: HttpFailure): Problem {
  return toProblem(httpProblems, failure)
}
