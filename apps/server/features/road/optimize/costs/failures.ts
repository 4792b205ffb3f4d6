import type { ProblemTable } from '../../../../platform/http/problem.ts'

export type CostFailure =
  | { readonly kind: 'no-costs' }
  | { readonly kind: 'overtime-without-shift'; readonly field: string }
  | { readonly kind: 'reload-nowhere'; readonly prefix: string }
  | { readonly kind: 'too-many-travel-kinds'; readonly given: number; readonly allowed: number }
  | { readonly kind: 'too-many-rates'; readonly given: number; readonly allowed: number }
  | { readonly kind: 'prize-with-vehicles' }
  | { readonly kind: 'group-of-pair'; readonly field: string; readonly number: number }
  | { readonly kind: 'group-with-some-prizes'; readonly group: string; readonly number: number }
  | {
      readonly kind: 'delivery-field'
      readonly field: string
      readonly list: string
      readonly number: number
      readonly pickup: number
    }
  | { readonly kind: 'due-too-early'; readonly field: string; readonly given: string; readonly serviceMin: number }
  | { readonly kind: 'due-before-window'; readonly field: string; readonly given: string; readonly window: string }
  | { readonly kind: 'soft-window-free'; readonly field: string }
  | { readonly kind: 'rules-and-breaks'; readonly rules: string; readonly breaks: string }

export const costProblems: ProblemTable<CostFailure> = {
  'no-costs': {
    code: 'no-costs',
    status: 422,
    detail: () =>
      'objective is "cost", but no vehicle has a cost above 0; set cost or fleet[].cost, or choose another objective',
    example: { kind: 'no-costs' },
  },
  'overtime-without-shift': {
    code: 'overtime-without-shift',
    status: 422,
    detail: (f) =>
      `${f.field} is set, but overtime requires a shift, and the vehicle has none; give the vehicle a shift, or leave ${f.field} out`,
    example: { kind: 'overtime-without-shift', field: 'fleet[0].cost.overtime_per_hour' },
  },
  'reload-nowhere': {
    code: 'reload-nowhere',
    status: 422,
    detail: (f) =>
      `${f.prefix}max_trips is above 1, but the vehicle has no fixed start and no depots to reload at; give ${f.prefix}depots or ${f.prefix}start`,
    example: { kind: 'reload-nowhere', prefix: 'fleet[0].' },
  },
  'too-many-travel-kinds': {
    code: 'too-many-travel-kinds',
    status: 422,
    detail: (f) =>
      `fleet has ${f.given} combinations of profile and speed_factor that differ from the default (the profile outside fleet and a speed_factor of 1), but at most ${f.allowed} are allowed; give similar vehicles the same values`,
    example: { kind: 'too-many-travel-kinds', given: 6, allowed: 5 },
  },
  'too-many-rates': {
    code: 'too-many-rates',
    status: 422,
    detail: (f) =>
      `The vehicles have ${f.given} different combinations of per_km and per_hour, but at most ${f.allowed} are allowed; give similar vehicles the same rates`,
    example: { kind: 'too-many-rates', given: 21, allowed: 20 },
  },
  'prize-with-vehicles': {
    code: 'prize-with-vehicles',
    status: 422,
    detail: () =>
      'prize is given, but objective is "vehicles", so every stop that has a prize would be left out; set objective to cost, distance or duration',
    example: { kind: 'prize-with-vehicles' },
  },
  'group-of-pair': {
    code: 'group-of-pair',
    status: 422,
    detail: (f) =>
      `${f.field} is given, but stop ${f.number} belongs to a pair, and pairs cannot be in groups; leave out the group or the pair`,
    example: { kind: 'group-of-pair', field: 'group[3]', number: 3 },
  },
  'group-with-some-prizes': {
    code: 'group-with-some-prizes',
    status: 422,
    detail: (f) =>
      `Stop ${f.number}, in the group "${f.group}", has no prize, but other stops in the group do; give a prize to every stop in the group, or to none of them`,
    example: { kind: 'group-with-some-prizes', group: 'customer 7', number: 3 },
  },
  'delivery-field': {
    code: 'delivery-field',
    status: 422,
    detail: (f) =>
      `${f.field} is given, but stop ${f.number} is the delivery of a pair; use ${f.list}[${f.pickup}], the entry for the pickup, instead`,
    example: { kind: 'delivery-field', field: 'prize[4]', list: 'prize', number: 4, pickup: 3 },
  },
  'due-too-early': {
    code: 'due-too-early',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}, but service takes ${f.serviceMin} min and cannot start before depart_at; set a later time, or depart earlier`,
    example: { kind: 'due-too-early', field: 'due_at[3]', given: '2026-06-16T08:30:00Z', serviceMin: 5 },
  },
  'due-before-window': {
    code: 'due-before-window',
    status: 422,
    detail: (f) =>
      `${f.field} is ${f.given}, but ${f.window} leaves no time for service before then; set a later time, or change ${f.window}`,
    example: { kind: 'due-before-window', field: 'due_at[3]', given: '60', window: 'time_windows[3]' },
  },
  'soft-window-free': {
    code: 'soft-window-free',
    status: 422,
    detail: (f) =>
      `${f.field} has no penalty; set early_per_min or late_per_min to a value above 0, or leave out the window`,
    example: { kind: 'soft-window-free', field: 'soft_windows[3]' },
  },
  'rules-and-breaks': {
    code: 'rules-and-breaks',
    status: 422,
    detail: (f) =>
      `${f.rules} and ${f.breaks} are both given, but the rules already schedule the vehicle's breaks; leave out one of them`,
    example: { kind: 'rules-and-breaks', rules: 'fleet[0].rules', breaks: 'fleet[0].breaks' },
  },
}
