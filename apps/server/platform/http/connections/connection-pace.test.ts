import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConnectionPace } from './connection-pace.ts'

function createSocket(name: string): Socket & { readonly label: string } {
  return Object.assign(new EventEmitter(), { label: name, destroyed: false }) as unknown as Socket & { label: string }
}

test('begins a few connections per turn of the event loop, in their order', async () => {
  const begun: string[] = []
  const pace = new ConnectionPace((socket) => begun.push((socket as unknown as { label: string }).label))
  for (const name of 'abcdefghij') pace.add(createSocket(name))
  expect(begun.join('')).toBe('abcd')
  await nextTurn()
  expect(begun.join('')).toBe('abcdefgh')
  pace.add(createSocket('k'))
  expect(begun.join('')).toBe('abcdefgh')
  await nextTurn()
  await nextTurn()
  expect(begun.join('')).toBe('abcdefghijk')
  await nextTurn()
  pace.add(createSocket('l'))
  expect(begun.at(-1)).toBe('l')
})

test('survives a connection that fails while it waits, and does not begin one that is closed', async () => {
  const begun: Socket[] = []
  const pace = new ConnectionPace((socket) => begun.push(socket))
  const sockets = Array.from('abcdef', createSocket)
  for (const socket of sockets) pace.add(socket)
  const [failed, last] = sockets.slice(4)
  if (!failed || !last) throw new Error('there are six')
  failed.emit('error', new Error('reset'))
  Object.assign(failed, { destroyed: true })
  await nextTurn()
  expect(begun).toEqual([...sockets.slice(0, 4), last])
  expect(last.listenerCount('error')).toBe(0)
})
