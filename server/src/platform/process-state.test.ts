import { expect, test } from 'vitest'
import { createProcessState, defineProcessPart } from './process-state.ts'

const counts = defineProcessPart(() => new Map<string, number>())
const others = defineProcessPart(() => new Map<string, number>())

test('one process keeps its parts apart, and two processes share none', () => {
  const here = createProcessState()
  here.of(counts).set('calls', 1)
  expect(here.of(counts).get('calls')).toBe(1)
  expect(here.of(others).size).toBe(0)
  expect(createProcessState().of(counts).size).toBe(0)
})
