import { expect, test } from 'vitest'
import type { Operation, Schema } from '../client-types/document.ts'
import { writeFiles } from './write-files.ts'

const point: Schema = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }

function written(operation: Partial<Operation>, path = '/v1/thing', method = 'post') {
  const whole: Operation = { operationId: 'doThing', summary: 'Does it', responses: {}, ...operation }
  const files = writeFiles({ info: { version: '1' }, paths: { [path]: { [method]: whole } } })
  return {
    pythonTypes: files['clients/python/fairway/types.py'],
    pythonMethods: files['clients/python/fairway/client.py'],
    goTypes: files['clients/go/types.go'],
    goMethods: files['clients/go/operations.go'],
  }
}

function jsonReply(schema: Schema): Pick<Operation, 'responses'> {
  return { responses: { 200: { content: { 'application/json': { schema } } } } }
}

test('writes a body, its optional and nullable fields, and fields with names that Python reserves', () => {
  const schema: Schema = {
    type: 'object',
    required: ['from'],
    properties: {
      from: { ...point, description: 'Start.' },
      name: { type: 'string', nullable: true },
      count: { type: 'integer' },
    },
  }
  const files = written({ requestBody: { content: { 'application/json': { schema } } }, ...jsonReply(schema) })
  expect(files.pythonTypes).toContain(`DoThingRequest = TypedDict(
    "DoThingRequest",
    {
        # Start.
        "from": "Point",
        "name": "NotRequired[Optional[str]]",
        "count": "NotRequired[int]",
    },
)`)
  expect(files.pythonMethods).toContain(
    'def do_thing(self, body: t.DoThingRequest, *, timeout: Optional[float] = None) -> t.DoThingReply:',
  )
  expect(files.goTypes).toContain(`type DoThingRequest struct {
	// Start.
	From  Point             \`json:"from"\`
	Name  *Nullable[string] \`json:"name,omitempty"\`
	Count *int64            \`json:"count,omitempty"\`
}`)
  // A reply never has to clear a value.
  expect(files.goTypes).toContain(`type DoThingReply struct {
	// Start.
	From  Point   \`json:"from"\`
	Name  *string \`json:"name,omitempty"\``)
})

test('writes a union as an alias in Python and as a struct in Go', () => {
  const line: Schema = { anyOf: [{ type: 'array', items: point }, { type: 'string' }] }
  const files = written(jsonReply({ type: 'object', required: ['line'], properties: { line } }))
  expect(files.pythonTypes).toContain('DoThingLine: TypeAlias = "Union[List[Point], str]"')
  expect(files.goTypes).toContain('type DoThingLine struct {\n\tPoints []Point\n\tText   *string\n}')
})

test('identifies the objects of a union by a field with a fixed value, and rejects objects without one', () => {
  const named = (op: string): Schema => ({ type: 'object', properties: { op: { type: 'string', enum: [op] } } })
  const reply = (members: readonly Schema[]) =>
    jsonReply({ type: 'object', properties: { change: { anyOf: members } } })
  expect(written(reply([named('keep'), named('insert')])).goTypes).toContain(
    'variant{start: \'{\', target: &u.Keep, field: "op", value: "keep"}',
  )
  const plain = (name: string): Schema => ({ type: 'object', properties: { [name]: { type: 'string' } } })
  expect(() => written(reply([plain('a'), plain('b')]))).toThrow('needs a field with a fixed value')
})

test('writes values of the path and the query, pages, and other formats', () => {
  const thing: Schema = { type: 'object', properties: { id: { type: 'string' } } }
  const operation: Partial<Operation> = {
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      { name: 'after', in: 'query', schema: { type: 'string' } },
      { name: 'format', in: 'query', schema: { type: 'string', enum: ['json', 'csv'] } },
    ],
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['things'],
              properties: { things: { type: 'array', items: thing }, next: { type: 'string' } },
            },
          },
          'text/csv': { schema: { type: 'string' } },
        },
      },
    },
  }
  const { pythonMethods, goMethods } = written(operation, '/v1/things/{id}', 'get')
  expect(pythonMethods).toContain(
    'def do_thing(self, id: str, *, after: Optional[str] = None, timeout: Optional[float] = None) -> t.DoThingReply:',
  )
  expect(pythonMethods).toContain(
    'def do_thing_all(self, id: str, *, timeout: Optional[float] = None) -> Iterator[t.DoThingThing]:',
  )
  expect(pythonMethods).toContain('def do_thing_file(self, id: str, *, format: Literal["csv"], ')
  expect(goMethods).toContain(
    'func (c *Client) DoThing(ctx context.Context, id string, query DoThingQuery) (*DoThingReply, error) {',
  )
  expect(goMethods).toContain(
    'func (c *Client) DoThingFile(ctx context.Context, id string, query DoThingQuery, format string) ([]byte, error) {',
  )
  expect(goMethods).toContain('query DoThingQuery, visit func(DoThingThing) error) error {')
})

test('marks only operations that can be repeated as idempotent', () => {
  const idempotent = { 'x-idempotent': true, ...jsonReply({}) }
  const notIdempotent = { 'x-idempotent': false, ...jsonReply({}) }
  expect(written(jsonReply({}), '/v1/things', 'get').pythonMethods).toContain('idempotent=True')
  expect(written(jsonReply({}), '/v1/things', 'delete').pythonMethods).not.toContain('idempotent=True')
  for (const method of ['post', 'put', 'patch']) {
    expect(written(idempotent, '/v1/things', method).goMethods).toContain('idempotent: true')
    expect(written(notIdempotent, '/v1/things', method).pythonMethods).not.toContain('idempotent=True')
  }
})

test('omits operations that need a browser session', () => {
  expect(written({ tags: ['Account area'], ...jsonReply({}) }).pythonMethods).not.toContain('do_thing')
})

test('uses the names of the document, and keeps former names as aliases', () => {
  const stop: Schema = {
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string', enum: ['depot', 'customer'] } },
  }
  const use: Schema = { $ref: '#/components/schemas/Stop' }
  const reply: Schema = { type: 'object', required: ['stops'], properties: { stops: { type: 'array', items: use } } }
  const operation: Operation = { operationId: 'doThing', summary: 'Does it', ...jsonReply(reply) }
  const document = {
    info: { version: '1' },
    paths: { '/v1/thing': { get: operation } },
    components: { schemas: { Stop: stop } },
  }
  const files = writeFiles(document, { DoThingStop: 'Stop', DoThingStopKind: 'StopKind' })
  expect(files['clients/python/fairway/types.py']).toContain('class Stop(TypedDict):\n    kind: StopKind\n')
  expect(files['clients/python/fairway/types.py']).toContain('# Former name of Stop.\nDoThingStop: TypeAlias = "Stop"')
  expect(files['clients/go/types.go']).toContain('\tStops []Stop `json:"stops"`')
  expect(files['clients/go/types.go']).toContain('type DoThingStop = Stop\n')
  expect(files['clients/go/types.go']).toContain(`type DoThingStopKind = StopKind

const (
	DoThingStopKindDepot    = StopKindDepot
	DoThingStopKindCustomer = StopKindCustomer
)`)
  expect(() => writeFiles(document, { DoThingStop: 'Gone' })).toThrow(
    'DoThingStop is an alias of Gone, which is not declared',
  )
  expect(() => writeFiles(document, { Stop: 'DoThingReply' })).toThrow(
    'Stop is both a type and an alias of DoThingReply',
  )
  expect(() => writeFiles({ ...document, components: { schemas: {} } })).toThrow('The document has no schema Stop')
})
