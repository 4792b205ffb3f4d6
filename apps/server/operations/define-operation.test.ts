import { expect, expectTypeOf, test } from 'vitest'
import { type ProblemSpec, type ProblemTable, pickProblems } from '../platform/http/problem.ts'
import { fail } from '../platform/result.ts'
import { defineOperation } from './define-operation.ts'
import { jsonReply } from './reply.ts'

type ExampleFailure = { readonly kind: 'late'; readonly minutes: number } | { readonly kind: 'lost' }

const problems: ProblemTable<ExampleFailure> = {
  late: {
    code: 'too-late',
    status: 422,
    detail: (f) => `${f.minutes} minutes late`,
    example: { kind: 'late', minutes: 3 },
  },
  lost: { code: 'not-here', status: 404, detail: () => 'It is lost', example: { kind: 'lost' } },
}
const settings = { name: 'example', method: 'GET', path: '/example', access: 'public' } as const

test('a failure is sent with the code and the status of its row', () => {
  const operation = defineOperation({ ...settings, failures: problems, handle: () => fail({ kind: 'lost' }) })
  expect(operation.toProblem({ kind: 'lost' })).toEqual({
    status: 404,
    code: 'not-here',
    body: { busy: false, detail: 'It is lost' },
  })
})

test('a documented operation that changes something must say whether it is idempotent', () => {
  const docs = { operationId: 'example', tags: [], summary: '', description: '', security: [] }
  const handle = () => jsonReply({})
  for (const method of ['POST', 'PUT', 'PATCH'] as const) {
    expect(() => defineOperation({ ...settings, method, docs, handle })).toThrow(
      `example (${method}) does not say whether it is idempotent`,
    )
    expect(defineOperation({ ...settings, method, docs, idempotent: false, handle }).idempotent).toBe(false)
    expect(defineOperation({ ...settings, method, handle }).idempotent).toBeUndefined()
  }
  for (const method of ['GET', 'DELETE'] as const)
    expect(defineOperation({ ...settings, method, docs, handle }).idempotent).toBeUndefined()
})

test('the type of a row requires a code, and that of a table allows only the failures of its rows', () => {
  expectTypeOf<ProblemSpec<ExampleFailure>>().toHaveProperty('code').toEqualTypeOf<string>()
  const onlyLate = pickProblems(problems, 'late')
  expectTypeOf(onlyLate).toEqualTypeOf<ProblemTable<Extract<ExampleFailure, { readonly kind: 'late' }>>>()
  expect(onlyLate).toEqual({ late: problems.late })
})
