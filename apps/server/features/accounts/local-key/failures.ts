import type { ProblemTable } from '../../../platform/http/problem.ts'

export type LocalKeyFailure = { readonly kind: 'local-keys-off' } | { readonly kind: 'local-key-not-local' }

export const localKeyProblems: ProblemTable<LocalKeyFailure> = {
  'local-keys-off': {
    code: 'local-keys-disabled',
    status: 403,
    detail: () =>
      'Keys without signup are disabled on this service; sign up for a trial key, or ask the operator for a key',
    example: { kind: 'local-keys-off' },
  },
  'local-key-not-local': {
    code: 'local-key-not-local',
    status: 403,
    detail: () =>
      'Keys without signup are issued only when the console is opened at http://localhost or http://127.0.0.1 on the machine that runs the service; from anywhere else, sign up for a trial key',
    example: { kind: 'local-key-not-local' },
  },
}
