import { expect, test } from 'vitest'
import { toCode } from '../browser/code-samples.js'
import { parseCalls } from './parse-calls.ts'
import { splitScript } from './split-script.ts'

const SAVE = `ID=$(curl -s http://localhost:8080/v1/assets -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{ "name": "Van" }' | sed 's/.*"id":"\\([^"]*\\)".*/\\1/')`

test('splits a script as a shell does', () => {
  expect(splitScript(`a 'b c'\\''d' "e \\"$F\\" $(g 'h)') \${I}" # note\nj | k; l`)).toEqual([
    [[['a'], ["b c'd"], ['e "', { variable: 'F' }, '" ', { command: "g 'h)'" }, ' ', { variable: 'I' }]]],
    [[['j']], [['k']]],
    [[['l']]],
  ])
  for (const script of ['cat < file', 'a > b', 'a & b', '(a)', "cat <<'END'\nx\nEND"])
    expect([script, splitScript(script)]).toEqual([script, undefined])
})

test('reads the method, target, headers and body of a call', () => {
  const script = `curl -s http://localhost:8080/v1/route -H 'content-type: application/json' \\\n  -d '{"from": [1, 2],\n "to": [3, 4]}'`
  expect(parseCalls(script)).toEqual({
    calls: [
      {
        method: 'POST',
        target: '/v1/route',
        headers: [['content-type', 'application/json']],
        body: '{"from": [1, 2], "to": [3, 4]}',
      },
    ],
  })
})

test('reads variables, options and the field of a reply', () => {
  const script = `${SAVE}
curl -sN -X PATCH "localhost:8080/v1/assets/$ID?a=b" -u "phone:$KEY" -d '{"asset": "'$ID'"}' -o out.json`
  expect(parseCalls(script)).toEqual({
    calls: [
      {
        method: 'POST',
        target: '/v1/assets',
        headers: [
          ['x-api-key', '{{KEY}}'],
          ['content-type', 'application/json'],
        ],
        body: '{"name": "Van"}',
        save: { variable: 'ID', field: 'id' },
      },
      {
        method: 'PATCH',
        target: '/v1/assets/{{ID}}?a=b',
        headers: [],
        body: '{"asset": "{{ID}}"}',
        user: 'phone:{{KEY}}',
        file: 'out.json',
        isStream: true,
      },
    ],
  })
})

test.each([
  ['npx fairway regions list', 'runs npx'],
  ['curl -s http://localhost:8080/v1/x | jq .', 'pipes a reply to a command'],
  ['curl -s http://localhost:5000/v1/x', 'calls http://localhost:5000/v1/x'],
  ['curl -sb jar http://localhost:8080/account', 'uses the curl option -b'],
  ['curl -s http://localhost:8080/v1/x -d "n=$N"', 'sends a body that is not JSON'],
  ['curl -s http://localhost:8080/v1/x -d "$(date)"', 'inserts the output of a command'],
  ['KEY=$(npx fairway admin keys)', 'sets KEY'],
  ['until curl -s http://localhost:8080/; do sleep 1; done', 'runs until'],
  ['cat <<END\nx\nEND', 'has syntax that only a shell has'],
  ['# nothing', 'has no call'],
])('does not convert %j, and says that it %s', (script, reason) => {
  expect(parseCalls(script)).toEqual({ reason })
})

test.each([
  ['TypeScript', ['const KEY = process.env.KEY', '{ID}`', '"asset": ID', 'const reply2 = await fetch']],
  ['Python', ['KEY = os.environ["KEY"]', '/{ID}"', '.replace("$ID", ID)', 'ID = json.load(reply)["id"]']],
  ['Go', ['KEY := os.Getenv("KEY")', '/" + ID,', '` + ID + `', 'reply2, err := http.DefaultClient']],
])('writes calls in %s, with variables from the environment and from earlier replies', (language, parts) => {
  const body = `{"asset": "'$ID'"}`
  const script = `${SAVE}\ncurl http://localhost:8080/v1/assets/$ID -H "x-api-key: $KEY" -d '${body}'`
  const parsed = parseCalls(script)
  if (!('calls' in parsed)) throw new Error(parsed.reason)
  const code = toCode(language, parsed.calls, 'https://routes.example')
  for (const part of ['https://routes.example/v1/assets', ...parts]) expect(code).toContain(part)
  expect(code).not.toMatch(/\{\{|environ\["ID"\]|Getenv\("ID"\)|env\.ID/)
})
