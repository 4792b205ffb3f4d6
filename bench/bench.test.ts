import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@fairway/geo'
import { beforeAll, expect, test } from 'vitest'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function bench(...args: string[]): Promise<Run> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [main, ...args], { timeout: 80_000 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve({ code: Number(error?.code ?? 0), stdout, stderr })
    })
  })
}

/** Parsed from the usage text, because importing the module would run it. */
let names: string[]
let unknown: Run
beforeAll(async () => {
  unknown = await bench('no-such-benchmark')
  names = [...unknown.stderr.matchAll(/^ {2}(\S+) +\S/gm)].map((match) => String(match[1]))
})

test('exits with code 2 for an unknown benchmark, and lists the available ones', () => {
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(names).toContain('overhead')
})

/** Number of concurrent runs; the measurements do not matter here. */
const TOGETHER = 2
/**
 * All of them take two minutes, so every run draws a fifth. FAIRWAY_TEST_SEED=… repeats a draw, FAIRWAY_ALL_BENCHES=1
 * runs all.
 */
const SEED = Number(process.env.FAIRWAY_TEST_SEED ?? randomInt(2 ** 31))

function drawn(all: readonly string[]): string[] {
  if (process.env.FAIRWAY_ALL_BENCHES) return [...all]
  const random = seededRandom(SEED)
  const shuffled = all.map((name) => ({ name, at: random() })).sort((a, b) => a.at - b.at)
  return shuffled.slice(0, Math.ceil(all.length / 5)).map(({ name }) => name)
}

test(`runs all benchmarks, each printing one JSON object with its figures (seed ${SEED})`, {
  timeout: 240_000,
}, async () => {
  const left = drawn(names)
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
