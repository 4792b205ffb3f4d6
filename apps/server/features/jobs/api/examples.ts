export const createJobExample = {
  operation: 'matrix',
  body: {
    points: [
      [-34.9066, -56.1671],
      [-34.9094, -56.1653],
      [-34.9011, -56.1645],
    ],
  },
}

export const queuedJobExample = {
  id: 'job_5uPzKQ0nRr2xvYdA',
  operation: 'matrix',
  state: 'queued',
  progress_pct: 0,
  remaining_s: null,
  units: 1,
  created_at: '2026-06-16T12:00:00.000Z',
  started_at: null,
  finished_at: null,
  expires_at: null,
} as const

export const doneJobExample = {
  ...queuedJobExample,
  state: 'done',
  progress_pct: 100,
  remaining_s: 0,
  started_at: '2026-06-16T12:00:00.200Z',
  finished_at: '2026-06-16T12:00:01.100Z',
  expires_at: '2026-06-17T12:00:01.100Z',
  result: { url: '/v1/jobs/job_5uPzKQ0nRr2xvYdA/result', bytes: 913 },
} as const
