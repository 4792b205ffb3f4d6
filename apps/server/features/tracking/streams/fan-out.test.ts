import { afterEach, expect, test } from 'vitest'
import { type FanOut, LocalFanOut } from './fan-out.ts'

const open: FanOut[] = []
const local = () => {
  const fanOut = new LocalFanOut(true)
  open.push(fanOut)
  return fanOut
}
afterEach(async () => {
  for (const fanOut of open.splice(0)) await fanOut.close()
})

test('calls the subscribers of an account, in this and in other threads, and no others', async () => {
  const [here, there] = [local(), local()]
  const called: string[] = []
  const stop = here.listen(1, () => called.push('here'))
  here.listen(2, () => called.push('other account'))
  there.listen(1, () => called.push('there'))
  here.notify(1)
  expect(called).toEqual(['here'])
  await expect.poll(() => called).toEqual(['here', 'there'])
  stop()
  here.listen(3, () => called.push('later'))
  there.notify(1)
  there.notify(3)
  await expect.poll(() => called).toContain('later')
  expect(called).toEqual(['here', 'there', 'there', 'later'])
})
