import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ConnectionPace } from './connection-pace.ts'

function createSocket(name: string): Socket & { readonly label: string } {
  return Object.assign(new EventEmitter(), { label: name, destroyed: false }) as unknown as Socket & { label: string }
}

test('begins one connection per turn of the event loop, in their order', async () => {
  const begun: string[] = []
  const pace = new ConnectionPace((socket) => begun.push((socket as unknown as { label: string }).label))
  for (const name of 'abc') pace.add(createSocket(name))
  expect(begun.join('')).toBe('a')
  await nextTurn()
  expect(begun.join('')).toBe('ab')
  pace.add(createSocket('d'))
  expect(begun.join('')).toBe('ab')
  await nextTurn()
  await nextTurn()
  expect(begun.join('')).toBe('abcd')
  await nextTurn()
  pace.add(createSocket('e'))
  expect(begun.at(-1)).toBe('e')
})

test('survives a connection that fails while it waits, and does not begin one that is closed', async () => {
  const begun: Socket[] = []
  const pace = new ConnectionPace((socket) => begun.push(socket))
  const sockets = Array.from('abc', createSocket)
  for (const socket of sockets) pace.add(socket)
  const [first, failed, last] = sockets
  if (!failed || !last) throw new Error('there are three')
  failed.emit('error', new Error('reset'))
  Object.assign(failed, { destroyed: true })
  await nextTurn()
  expect(begun).toEqual([first, last])
  expect(last.listenerCount('error')).toBe(0)
})
