import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiDocument } from '../../scripts/client-types/document.ts'
import { FORMER_NAMES } from '../../scripts/clients/former-names.ts'
import { writeFiles } from '../../scripts/clients/write-files.ts'
import { findOnPath } from '../support/servers/processes.ts'
import { createTempDir } from '../support/servers/temp-dir.ts'
import { root } from './examples.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'
import { type Served, serveAll } from './served.ts'

/** These tests run programs that use the Python and Go clients. */

const python = findPython()
const go = findOnPath('go')
if (go === undefined) console.warn('\n*** SKIPPED: the Go client. apt-get install golang-go ***\n')

let served: Served
let scripted: ScriptedService
let folder: Awaited<ReturnType<typeof createTempDir>>
beforeAll(async () => {
  ;[served, scripted, folder] = await Promise.all([serveAll(), startScriptedService(), createTempDir()])
})
afterAll(async () => {
  await Promise.all([served.dispose(), scripted.dispose(), folder.dispose()])
})

test('are generated from the current API document', async () => {
  const document = (await served.service.app.inject({ url: '/openapi.json' })).json<ApiDocument>()
  for (const [path, text] of Object.entries(writeFiles(document, FORMER_NAMES)))
    expect(readFileSync(join(root, path), 'utf8') === text, `${path} is outdated: run npm run clients`).toBe(true)
})

describe.skipIf(python === undefined)('Python (skipped without python3 3.11 or newer)', () => {
  test('runs the examples of the guide', async () => {
    expect(await runPython(exampleOf('docs/guides/client-python.md', 'python'))).toEqual([
      '0.46 km in 1 leg',
      'pharmacy',
      'live idle',
      "['Van 8']",
      'True',
      '422 latitude-out-of-range False None',
      'ok',
    ])
  })

  test('retries a busy service after Retry-After, but not a call that must not be repeated', async () => {
    const program = `
import time
from fairway import Client, FairwayError
client = Client("${scripted.url}", retries=1)
start = time.monotonic()
print(client.route({"from": [1, 2], "to": [3, 4]})["distance_km"], time.monotonic() - start >= 1)
for retries in (1, 2):
    try:
        Client("${scripted.url}", retries=1).register_asset({"name": "Van", "kind": "vehicle"})
    except FairwayError as error:
        print(error.status, error.code, error.detail, error.busy, error.retry_after, error.request_id, error.attempts)
try:
    Client("${scripted.url}", retries=0).usage(timeout=0.2)
except FairwayError as error:
    print(error.is_timeout, error.detail)
try:
    Client("http://127.0.0.1:1", retries=0).usage()
except FairwayError as error:
    print(error.status, error.busy, "could not be reached" in error.detail)
print(client.get_asset("a/b?c")["id"])
`
    scripted.reset()
    expect(await runPython(program)).toEqual([
      '1.5 True',
      '503 overloaded The service is busy. True 1.0 r1 1',
      '503 overloaded The service is busy. True 1.0 r1 1',
      'True GET /v1/account/usage got no reply within 0.2 s; increase timeout',
      '0 True True',
      '/v1/assets/a%2Fb%3Fc',
    ])
    expect(scripted.calls.filter((call) => call === 'POST /v1/assets')).toHaveLength(2)
    expect(scripted.calls.filter((call) => call === 'POST /v1/route')).toHaveLength(2)
  })

  test('reuses its connection', async () => {
    scripted.reset()
    await runPython(`
from fairway import Client
with Client("${scripted.url}") as client:
    for _ in range(5):
        client.get_asset("x")
`)
    expect([scripted.calls.length, scripted.connections]).toEqual([5, 1])
  })
})

describe.skipIf(go === undefined)('Go (skipped without go)', () => {
  test('is formatted and passes vet', async () => {
    const gofmt = findOnPath('gofmt')
    if (gofmt) expect(await run(gofmt, ['-l', '.'], join(root, 'clients/go'))).toBe('')
    expect(await runGo(['vet', './...'], join(root, 'clients/go'))).toBe('')
  })

  test('compiles and runs the example of the guide', async () => {
    expect(await runGoProgram('guide', exampleOf('docs/guides/client-go.md', 'go'))).toEqual([
      '0.46 km in 1 leg, true',
      '422 latitude-out-of-range false 0s',
      'live true',
      'Van 9',
      '<?xml',
    ])
  })

  test('retries a busy service after Retry-After, but not a call that must not be repeated', async () => {
    scripted.reset()
    const program = `package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"fairway"
)

func main() {
	ctx := context.Background()
	client, _ := fairway.New("${scripted.url}", fairway.WithRetries(1))
	start := time.Now()
	route, err := client.Route(ctx, fairway.RouteRequest{})
	fmt.Println(route.DistanceKm, err, time.Since(start) >= time.Second)
	var failure *fairway.Error
	_, err = client.RegisterAsset(ctx, fairway.RegisterAssetRequest{Name: "Van", Kind: "vehicle"})
	fmt.Println(errors.As(err, &failure), failure.Status, failure.Code, failure.Detail, failure.Busy, failure.RetryAfter, failure.RequestID, failure.Attempts)
	hasty, _ := fairway.New("${scripted.url}", fairway.WithTimeout(200*time.Millisecond))
	_, err = hasty.Usage(ctx)
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded))
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = client.Usage(canceled)
	fmt.Println(err)
	_, err = fairway.New("localhost:8080")
	fmt.Println(err)
}
`
    expect(await runGoProgram('scripted', program)).toEqual([
      '1.5 <nil> true',
      'true 503 overloaded The service is busy. true 1s r1 1',
      'GET /v1/account/usage got no reply within 200ms; increase the timeout true',
      'context canceled',
      'baseURL must be an http or https URL, such as http://localhost:8080, not "localhost:8080"',
    ])
  })
})

/** Returns the code blocks of a guide as one program. */
function exampleOf(page: string, language: string): string {
  const text = readFileSync(join(root, page), 'utf8')
  const blocks = [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code ?? '')
  if (blocks.length === 0) throw new Error(`${page} has no examples`)
  return blocks.join('\n').replaceAll('http://localhost:8080', served.url).replaceAll('fw_live_YOUR_KEY', served.key)
}

/** The system's Python is tried first, because version managers put programs on the path that may not start. */
function findPython(): string | undefined {
  const isRecent = ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']
  const found = ['/usr/bin/python3', 'python3'].find((name) => spawnSync(name, isRecent).status === 0)
  if (found === undefined)
    console.warn('\n*** SKIPPED: the Python client. apt-get install python3 (3.11 or newer) ***\n')
  return found
}

async function runPython(program: string): Promise<string[]> {
  const environment = { PYTHONPATH: join(root, 'clients/python'), PYTHONDONTWRITEBYTECODE: '1' }
  return lines(await run(python ?? '', ['-c', program], folder.path, environment))
}

async function runGoProgram(name: string, program: string): Promise<string[]> {
  const module = join(folder.path, name)
  await mkdir(module)
  const replacement = `replace fairway => ${join(root, 'clients/go')}`
  await writeFile(join(module, 'go.mod'), `module ${name}\n\ngo 1.19\n\nrequire fairway v0.1.0\n\n${replacement}\n`)
  await writeFile(join(module, 'main.go'), program)
  return lines(await runGo(['run', '.'], module))
}

function runGo(args: readonly string[], cwd: string): Promise<string> {
  const environment = { GOFLAGS: '-mod=mod', GOPROXY: 'off', GOCACHE: join(folder.path, 'cache') }
  return run(go ?? '', args, cwd, { GOPATH: join(folder.path, 'packages'), ...environment })
}

function lines(output: string): string[] {
  return output.trimEnd().split('\n')
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd, env: { ...process.env, ...environment } }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout + stderr),
    )
  })
}
