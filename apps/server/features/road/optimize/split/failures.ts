import type { ProblemTable } from '../../../../platform/http/problem.ts'

export type SplitFailure =
  | { readonly kind: 'split-with'; readonly field: string }
  | { readonly kind: 'split-stop'; readonly field: string; readonly number: number; readonly other: string }
  | { readonly kind: 'split-loads'; readonly field: string; readonly given: number; readonly allowed: number }

export const splitProblems: ProblemTable<SplitFailure> = {
  'split-with': {
    code: 'split-with',
    status: 422,
    detail: (f) => `${f.field} cannot be combined with split; leave out one of them`,
    example: { kind: 'split-with', field: 'max_route_stops' },
  },
  'split-stop': {
    code: 'split-stop',
    status: 422,
    detail: (f) =>
      `${f.field} is true, but stop ${f.number} has an entry in ${f.other} and therefore cannot be split; leave out one of the two`,
    example: { kind: 'split-stop', field: 'split[3]', number: 3, other: 'prize' },
  },
  'split-loads': {
    code: 'split-loads',
    status: 422,
    detail: (f) =>
      `${f.field} fills the smallest vehicle ${f.given.toLocaleString('en-US')} times, but at most ${f.allowed.toLocaleString('en-US')} loads are allowed; give the vehicles more capacity, or divide the demand among several requests`,
    example: { kind: 'split-loads', field: 'demands[3]', given: 250, allowed: 100 },
  },
}
