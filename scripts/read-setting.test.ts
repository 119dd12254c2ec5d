import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSetting } from './read-setting.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vignette-setting-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function read(text: string): string | undefined {
  const file = path.join(folder, '.env')
  writeFileSync(file, text)
  return readSetting('VIGNETTE_PORT', file)
}

test.each([
  ['VIGNETTE_PORT=5000', '5000'],
  ['# VIGNETTE_PORT=1\nOTHER=2\n  VIGNETTE_PORT = "5000"   # ours', '5000'],
  ['export VIGNETTE_PORT=5000\n', '5000'],
  ['VIGNETTE_PORT=\nOTHER=5000', undefined],
  ['MY_VIGNETTE_PORT=5000', undefined],
])('%j is read as %s', (text, value) => {
  expect(read(text)).toBe(value)
})

test('the environment wins over .env, and .env may be absent', () => {
  expect(readSetting('VIGNETTE_PORT', path.join(folder, 'none'))).toBeUndefined()
  vi.stubEnv('VIGNETTE_PORT', '6000')
  expect(read('VIGNETTE_PORT=5000')).toBe('6000')
})
