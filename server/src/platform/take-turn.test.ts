import { expect, test } from 'vitest'
import { createProcessState } from './process-state.ts'
import { takeTurn, workInLine } from './take-turn.ts'

test('each turn of the event loop does one piece of work, and client IPs alternate', async () => {
  const process = createProcessState()
  const seen: string[] = []
  let turn = 0
  let done = 0
  const count = () => {
    turn++
    if (done < 6) setImmediate(count)
  }
  const work = async (clientIp: string, name: string) => {
    await takeTurn(process, clientIp)
    seen.push(`${name} in turn ${turn}`)
    done++
  }
  setImmediate(count)
  await Promise.all([
    work('a', 'a1'),
    work('a', 'a2'),
    work('a', 'a3'),
    work('b', 'b1'),
    work('b', 'b2'),
    work('c', 'c1'),
  ])
  expect(seen.map((one) => one.split(' ')[0])).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(new Set(seen.map((one) => one.split(' in ')[1])).size).toBe(6)
})

test('two pieces of one client IP are under way at once, and another client IP waits for none of them', async () => {
  const process = createProcessState()
  const seen: string[] = []
  const waiting: (() => void)[] = []
  const work = (clientIp: string, name: string) =>
    workInLine(process, clientIp, async () => {
      seen.push(name)
      await new Promise<void>((resolve) => void waiting.push(resolve))
      if (name === 'a2') throw new Error('it failed')
    })
  const all = [work('a', 'a1'), work('a', 'a2'), work('a', 'a3'), work('a', 'a4'), work('b', 'b1')]
  const ended = Promise.allSettled(all)
  expect(seen).toEqual(['a1', 'a2', 'b1'])
  // The failed one makes room too.
  for (let at = 0; at < all.length; at++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(at)
    waiting[at]?.()
  }
  expect((await ended).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(seen).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})
