import { EDITOR } from '@vignette/contract/editor-limits.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDebounce } from './debounce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function make() {
  const done: string[] = []
  const debounce = createDebounce(EDITOR.exportDebounceMs)
  return { done, ...debounce, ask: (name: string) => debounce.request(() => done.push(name)) }
}

it('the last request runs after 500 ms of quiet', () => {
  const { done, ask } = make()
  ask('a')
  vi.advanceTimersByTime(400)
  ask('b')
  vi.advanceTimersByTime(499)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['b'])
})

it('flush runs the request at once, and a second flush runs no request', () => {
  const { done, ask, flush } = make()
  ask('a')
  flush()
  vi.advanceTimersByTime(1000)
  flush()
  expect(done).toEqual(['a'])
})

it('cancel drops the request', () => {
  const { done, ask, cancel } = make()
  ask('a')
  cancel()
  vi.advanceTimersByTime(1000)
  expect(done).toEqual([])
})
