import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function bench(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [main, ...args], { timeout: 600_000 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

/** Names of the benchmarks, parsed from the usage text because importing the module would run it. */
let names: string[]
let unknown: Run
beforeAll(async () => {
  unknown = await bench('no-such-benchmark')
  names = [...unknown.stderr.matchAll(/^ {2}(\S+) +\S/gm)].map((match) => String(match[1]))
})

test('exits with code 2 for an unknown benchmark, and lists the available ones', () => {
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(names).toEqual(expect.arrayContaining(CHECKED))
})

/** Number of concurrent runs. This test does not use the measurements. */
const TOGETHER = 2
/** Fastest benchmark. FAIRWAY_ALL_BENCHES=1 runs all benchmarks, which takes minutes. */
const CHECKED = ['engine']

test('prints one JSON object with the figures of a benchmark', {
  timeout: 900_000,
}, async () => {
  const left = process.env.FAIRWAY_ALL_BENCHES ? [...names] : [...CHECKED]
  const runs = new Map<string, Run>()
  const work = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      runs.set(name, await bench(name, '--tiny', '--json'))
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
  for (const [name, { code, stdout, stderr }] of runs) {
    expect(code, `${name}: ${stderr}`).toBe(0)
    const report = JSON.parse(stdout)
    expect(report).toEqual({
      benchmark: name,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      commit: expect.any(String),
      machine: { node: process.version, platform: process.platform, arch: process.arch, cores: expect.any(Number) },
      figures: expect.any(Object),
    })
    expect(Object.keys(report.figures).length).toBeGreaterThan(0)
    for (const [figure, value] of Object.entries(report.figures)) {
      expect(['number', 'string', 'boolean'], `${name}.${figure}`).toContain(typeof value)
      if (typeof value === 'number') expect(value, `${name}.${figure}`).not.toBeNaN()
    }
  }
})
