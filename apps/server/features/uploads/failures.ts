import type { ProblemTable } from '../../platform/http/problem.ts'

export type UploadFailure =
  | { readonly kind: 'uploads-off' }
  | { readonly kind: 'upload-not-local' }
  | { readonly kind: 'upload-length-missing' }
  | { readonly kind: 'upload-too-large'; readonly bytes: number; readonly maxBytes: number }
  | { readonly kind: 'upload-name-malformed'; readonly value: string }
  | { readonly kind: 'upload-not-extract' }
  | { readonly kind: 'upload-cut-off'; readonly bytes: number; readonly expectedBytes: number }
  | { readonly kind: 'upload-under-way'; readonly region: string }
  | { readonly kind: 'extract-malformed'; readonly value: string }
  | { readonly kind: 'extract-unknown'; readonly url: string }
  | { readonly kind: 'mirror-unavailable'; readonly why: string }

const toMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024).toLocaleString('en-US')

export const uploadProblems: ProblemTable<UploadFailure> = {
  'uploads-off': {
    code: 'uploads-disabled',
    status: 403,
    detail: () =>
      'Map uploads are disabled on this service; the operator can add maps on the command line or enable uploads in the settings',
    example: { kind: 'uploads-off' },
  },
  'upload-not-local': {
    code: 'upload-not-local',
    status: 403,
    detail: () =>
      'Maps can be uploaded only when the console is opened at http://localhost or http://127.0.0.1 on the machine that runs the service; otherwise, the operator can add maps on the command line',
    example: { kind: 'upload-not-local' },
  },
  'upload-length-missing': {
    code: 'upload-length-missing',
    status: 400,
    detail: () => 'The Content-Length header is missing; send the size of the file in this header',
    example: { kind: 'upload-length-missing' },
  },
  'upload-too-large': {
    code: 'upload-too-large',
    status: 413,
    detail: (f) =>
      `The file is ${toMegabytes(f.bytes)} MB, but at most ${toMegabytes(f.maxBytes)} MB may be uploaded; to add a larger file, use the command line on the server`,
    example: { kind: 'upload-too-large', bytes: 2_147_483_648, maxBytes: 1_073_741_824 },
  },
  'upload-name-malformed': {
    code: 'upload-name-malformed',
    status: 400,
    detail: (f) =>
      `A region cannot be named ${JSON.stringify(f.value.slice(0, 40))}; use at most 100 lowercase letters, digits, dots, hyphens and underscores, and start with a letter or a digit`,
    example: { kind: 'upload-name-malformed', value: '../etc' },
  },
  'upload-not-extract': {
    code: 'upload-not-extract',
    status: 422,
    detail: () => 'The file is not an OpenStreetMap extract; upload a file such as city.osm.pbf',
    example: { kind: 'upload-not-extract' },
  },
  'upload-cut-off': {
    code: 'upload-cut-off',
    status: 400,
    detail: (f) => `The upload ended after ${f.bytes} of ${f.expectedBytes} bytes; send the file again`,
    example: { kind: 'upload-cut-off', bytes: 1000, expectedBytes: 2000 },
  },
  'upload-under-way': {
    code: 'upload-under-way',
    status: 409,
    detail: (f) => `The map ${f.region} is being added; wait until it is ready`,
    example: { kind: 'upload-under-way', region: 'monaco' },
  },
  'extract-malformed': {
    code: 'extract-malformed',
    status: 400,
    detail: (f) =>
      `source is ${JSON.stringify(f.value.slice(0, 40))}; use a path on the mirror such as europe/monaco, or a city such as bbbike/Porto`,
    example: { kind: 'extract-malformed', value: 'https://example.com/city.osm.pbf' },
  },
  'extract-unknown': {
    code: 'extract-unknown',
    status: 404,
    detail: (f) => `The mirror has no extract at ${f.url}`,
    example: { kind: 'extract-unknown', url: 'https://download.geofabrik.de/europe/atlantis-latest.osm.pbf' },
  },
  'mirror-unavailable': {
    code: 'mirror-unavailable',
    status: 502,
    detail: (f) =>
      `The mirror is unavailable (${f.why}); check the internet connection of the server, or upload a file`,
    example: { kind: 'mirror-unavailable', why: 'connect ECONNREFUSED' },
  },
}
