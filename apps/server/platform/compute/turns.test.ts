import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('begins at once when no other work runs in this turn', async () => {
  const turns = new Turns()
  expect(turns.take('a')).toBeUndefined()
  await nextTurn()
  await nextTurn()
  expect(turns.take('a')).toBeUndefined()
})

test('does one piece of work per turn of the event loop, and owners alternate', async () => {
  const turns = new Turns()
  const done: string[] = []
  let loopTurn = 0
  let isOver = false
  const count = (): void => {
    loopTurn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const work = async (owner: string) => {
    await turns.take(owner)
    done.push(`${owner}${loopTurn}`)
  }
  await Promise.all(['a', 'a', 'a', 'b', 'c', 'b'].map(work))
  isOver = true
  expect(done.map((entry) => entry[0])).toEqual(['a', 'a', 'b', 'c', 'a', 'b'])
  expect(new Set(done.map((entry) => entry.slice(1))).size).toBe(6)
})

test('counts the waiting work of all owners', async () => {
  const turns = new Turns()
  turns.take('a')
  expect(turns.waitingCount).toBe(0)
  const waiting = [turns.take('a'), turns.take('b')]
  expect(turns.waitingCount).toBe(2)
  await Promise.all(waiting)
  expect(turns.waitingCount).toBe(0)
})
