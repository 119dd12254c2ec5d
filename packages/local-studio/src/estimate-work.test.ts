import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { estimateWork } from './estimate-work.ts'
import { FUNCTIONS } from './function-specs.ts'
import type { WorkCall } from './types.ts'

interface Measured {
  name: string
  estimated: number
  took: number
}

/** `WORK=all` measures every function and size, for half a minute of a core. */
const ALL = process.env['WORK'] === 'all'
const FACTOR = 2.5
/** The estimate counts loading, which a warm child has done before. */
const WARM_SECONDS = 0.5

test('each function takes about the estimated core seconds', async () => {
  const program = fileURLToPath(new URL('./test-support/measure-work.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ALL ? [program] : [program, 'few'])
  const measured = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured)
  expect(measured.length).toBeGreaterThan(ALL ? 15 : 2)
  const speed = speedOf(measured)
  const wrong = measured.filter(
    ({ estimated, took }) =>
      took > estimated * FACTOR || estimated > took * speed * FACTOR + WARM_SECONDS,
  )
  expect(wrong).toEqual([])
}, 600_000)

/** How much faster than the estimates' machine this machine is; at least 1, so that no work is taken for too little. */
function speedOf(measured: readonly Measured[]): number {
  const ratios = measured.map(({ estimated, took }) => estimated / took).sort((a, b) => a - b)
  return Math.max(1, ratios[Math.floor(ratios.length / 2)] ?? 1)
}

function call(parts: Partial<WorkCall>): WorkCall {
  const functionType = 'image_to_video'
  return { functionType, params: {}, firstImage: undefined, lastImage: false, videos: [], ...parts }
}

const secondsOf = (parts: Partial<WorkCall>) => estimateWork(call(parts)).seconds

test('longer, larger and smoother films cost more, and a transition between two pictures costs most', () => {
  const plain = secondsOf({ params: { duration: 2 } })
  expect(secondsOf({ params: { duration: 8 } })).toBeGreaterThan(2.5 * plain)
  expect(secondsOf({ params: { duration: 2, size: 1280 } })).toBeGreaterThan(1.8 * plain)
  expect(secondsOf({ params: { duration: 2, fps: 30 } })).toBeGreaterThan(plain)
  expect(secondsOf({ params: { duration: 2 }, lastImage: true })).toBeGreaterThan(1.5 * plain)
})

test('joining films of this machine costs nothing; joining other films does', () => {
  const { makes } = estimateWork(call({ params: { duration: 8 } }))
  const joining = { functionType: 'video_concat' }
  expect(secondsOf({ ...joining, videos: [makes, makes] })).toBeLessThan(1)
  expect(secondsOf({ ...joining, videos: [makes, { ...makes, fps: 12 }] })).toBeGreaterThan(5)
  expect(secondsOf({ ...joining, videos: [undefined, undefined] })).toBeGreaterThan(5)
})

test('settings that the function refuses cost the same as its default settings', () => {
  expect(secondsOf({ params: { duration: 9_000 } })).toBe(secondsOf({}))
})

test('no function costs nothing', () => {
  for (const { functionType } of FUNCTIONS) {
    expect(secondsOf({ functionType }), functionType).toBeGreaterThan(0.2)
  }
})
