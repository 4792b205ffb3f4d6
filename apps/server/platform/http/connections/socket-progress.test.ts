import { beforeEach, describe, expect, test } from 'vitest'
import {
  BODY_WINDOW_MS,
  FIRST_BYTE_MS,
  MIN_BODY_BYTES_PER_WINDOW,
  MIN_READ_BYTES_PER_SECOND,
  READ_STALL_MS,
  SocketProgress,
} from './socket-progress.ts'

const socket = { bytesRead: 0, bytesWritten: 0, writableLength: 0 }
const reading = { complete: false, destroyed: false, readableLength: 0, readableFlowing: true }
const request: Parameters<SocketProgress['beginRequest']>[0] = { ...reading }
let progress: SocketProgress
beforeEach(() => {
  Object.assign(socket, { bytesRead: 0, bytesWritten: 0, writableLength: 0 })
  Object.assign(request, reading)
  progress = new SocketProgress(socket, 0)
})

test('a new connection must send something in time', () => {
  expect(progress.findProblem(FIRST_BYTE_MS - 1)).toBeUndefined()
  expect(progress.findProblem(FIRST_BYTE_MS)).toBe('silent')
  socket.bytesRead = 1
  expect(progress.findProblem(10 * FIRST_BYTE_MS)).toBeUndefined()
})

describe('body', () => {
  beforeEach(() => {
    socket.bytesRead = 100
    progress.beginRequest(request, 0)
  })

  test('must arrive at the minimum rate in every window', () => {
    expect(progress.findProblem(BODY_WINDOW_MS - 1)).toBeUndefined()
    socket.bytesRead = 100 + MIN_BODY_BYTES_PER_WINDOW
    expect(progress.findProblem(BODY_WINDOW_MS)).toBeUndefined()
    socket.bytesRead += MIN_BODY_BYTES_PER_WINDOW - 1
    expect(progress.findProblem(2 * BODY_WINDOW_MS - 1)).toBeUndefined()
    expect(progress.findProblem(2 * BODY_WINDOW_MS)).toBe('slow-request')
  })

  test.each(['complete', 'destroyed'])('that is %s has no minimum rate', (state) => {
    Object.assign(request, { [state]: true })
    expect(progress.findProblem(10 * BODY_WINDOW_MS)).toBeUndefined()
  })

  test.each([{ readableLength: 1 }, { readableFlowing: null }])(
    'has no minimum rate while the server does not read it: %j',
    (unread) => {
      Object.assign(request, unread)
      expect(progress.findProblem(BODY_WINDOW_MS)).toBeUndefined()
      Object.assign(request, reading)
      expect(progress.findProblem(2 * BODY_WINDOW_MS - 1)).toBeUndefined()
      expect(progress.findProblem(2 * BODY_WINDOW_MS)).toBe('slow-request')
    },
  )
})

describe('reply', () => {
  beforeEach(() => {
    Object.assign(socket, { bytesRead: 100, bytesWritten: 1000, writableLength: 800 })
    expect(progress.findProblem(0)).toBeUndefined()
  })
  const timeMs = READ_STALL_MS + (800 / MIN_READ_BYTES_PER_SECOND) * 1000

  test('must be read in time', () => {
    expect(progress.findProblem(timeMs - 1)).toBeUndefined()
    expect(progress.findProblem(timeMs)).toBe('slow-reader')
  })

  test('has more time when a part of it was read', () => {
    expect(progress.findProblem(timeMs - 1)).toBeUndefined()
    socket.bytesWritten = 1001
    expect(progress.findProblem(timeMs)).toBeUndefined()
    expect(progress.findProblem(2 * timeMs - 1)).toBeUndefined()
    expect(progress.findProblem(2 * timeMs)).toBe('slow-reader')
  })

  test('has no limit when all of it was read', () => {
    socket.writableLength = 0
    expect(progress.findProblem(10 * timeMs)).toBeUndefined()
  })

  test('has more time when it is large', () => {
    Object.assign(socket, {
      bytesWritten: 200 + 10 * MIN_READ_BYTES_PER_SECOND,
      writableLength: 10 * MIN_READ_BYTES_PER_SECOND,
    })
    expect(progress.findProblem(READ_STALL_MS + 9999)).toBeUndefined()
    expect(progress.findProblem(READ_STALL_MS + 10_000)).toBe('slow-reader')
  })
})
