import { expect, test } from 'vitest'
import { createProcessState } from './process-state.ts'
import { takeTurn } from './take-turn.ts'

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
