import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { expectProblem } from '../../../../../tests/support/expect-problem.ts'
import type { TestService } from '../../../../../tests/support/servers/service.ts'
import { describeOnStores } from '../../../platform/http/tests/suite.ts'

const TILE_BYTES = 1201 * 1201 * 2

describeOnStores('POST /v1/elevation', ({ startShared }) => {
  let service: TestService
  beforeAll(async () => {
    service = await startShared({ config: { anonymousBurst: 100_000 } })
    const tile = Buffer.alloc(TILE_BYTES)
    for (let at = 0; at < TILE_BYTES; at += 2) tile.writeInt16BE(1000 + (at % 2402) / 2, at)
    await mkdir(join(service.config.dataDir, 'terrain'), { recursive: true })
    await writeFile(join(service.config.dataDir, 'terrain', 'N42E001.hgt'), tile)
    return () => rm(join(service.config.dataDir, 'terrain'), { recursive: true, force: true })
  })
  const post = (payload: object) => service.app.inject({ method: 'POST', url: '/v1/elevation', payload })

  test('returns heights, and null where there is no tile', async () => {
    const points = [
      [42.5, 1.5],
      [42.3, 1.25],
      [45, 7],
    ]
    const reply = await post({ points, colour: 'red' })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        heights_m: [1600, 1300, null],
        data: { attribution: 'Terrain: SRTM (NASA, public domain)' },
        warnings: ["unknown field 'colour' was ignored"],
      },
    ])
    expect((await post({ geometry: { type: 'LineString', coordinates: [[1.5, 42.5]] } })).json().heights_m).toEqual([
      1600,
    ])
  })

  test('rejects requests that it cannot read', async () => {
    expectProblem(
      await post({}),
      422,
      'The request has no points; give points, or a line as geometry, polyline or polyline6',
    )
    expectProblem(await post({ points: 'x' }), 422)
    expectProblem(await post({ points: [[42, 200]] }), 422, /longitude ranges from -180 to 180/)
  })
})
