import { Type } from 'typebox'
import { defineOperation, type Operation } from '../../../operations/define-operation.ts'
import { serializedReply } from '../../../operations/reply.ts'
import { pickProblems } from '../../../platform/http/problem.ts'
import { OneOfSchema } from '../../../platform/http/schemas.ts'
import { fail } from '../../../platform/result.ts'
import type { SolutionResult } from '../../road/optimize/solution.ts'
import { dispatchProblems } from './failures.ts'
import { toManifest } from './manifest.ts'
import { SolutionParameters } from './schemas.ts'
import type { SolutionStore } from './solution-store.ts'
import { toursToCsv, toursToGeoJson, toursToGpx } from './write-tours.ts'

const formats = ['geojson', 'csv', 'gpx', 'manifest'] as const

const ExportQuery = Type.Object({
  format: Type.Optional(
    OneOfSchema(formats, {
      default: 'geojson',
      description:
        '`geojson`, `csv` (one row per visit), `gpx`, or `manifest`: an HTML page for printing, with one sheet per tour.',
    }),
  ),
  title: Type.Optional(
    Type.String({ maxLength: 100, description: 'Title of the manifest or of the GPX file. Default: `Tours`.' }),
  ),
})

/** The policy allows only inline styles, because the page needs nothing else. */
const MANIFEST_HEADERS = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" }

const types = {
  geojson: 'application/geo+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gpx: 'application/gpx+xml; charset=utf-8',
  manifest: 'text/html; charset=utf-8',
}

/** Creates the operation that returns a stored solution in a format for other programs or for printing. */
export function exportOperation({ solutions }: { readonly solutions: SolutionStore }): Operation {
  return defineOperation({
    name: 'optimize.export',
    method: 'GET',
    path: '/v1/optimize/:id',
    access: 'key',
    docs: {
      operationId: 'exportSolution',
      tags: ['Routes'],
      summary: 'Export a solution',
      description:
        'Returns the tours of a solution as GeoJSON, CSV, GPX, or a page for printing. Lines are included if the optimization was requested with `geometry` set to `points` or `geojson`. Does not count as a route.',
      security: [{ key: [] }],
    },
    params: SolutionParameters,
    query: ExportQuery,
    reply: {
      description: 'The tours.',
      content: {
        'application/geo+json': { schema: Type.Object({ type: Type.String(), features: Type.Array(Type.Unknown()) }) },
        'text/csv': { schema: Type.String() },
        'application/gpx+xml': { schema: Type.String() },
        'text/html': { schema: Type.String() },
      },
    },
    errors: [400, 401, 403, 404, 422],
    failures: pickProblems(dispatchProblems, 'solution-not-found'),
    units: () => 0,
    async handle({ params: { id }, query: { format = 'geojson', title = 'Tours' } }, context) {
      const solution = await solutions.find(context.caller.account, id, context.now())
      // Solutions that an earlier version stored have no tours to export.
      if (!solution?.result) return fail({ kind: 'solution-not-found', id })
      return serializedReply(writeTours(solution.result, format, title), {
        type: types[format],
        ...(format === 'manifest' && { headers: MANIFEST_HEADERS }),
      })
    },
  })
}

function writeTours(result: SolutionResult, format: (typeof formats)[number], title: string): string {
  switch (format) {
    case 'geojson':
      return JSON.stringify(toursToGeoJson(result))
    case 'csv':
      return toursToCsv(result)
    case 'gpx':
      return toursToGpx(result, title)
    case 'manifest':
      return toManifest(result, title)
  }
}
