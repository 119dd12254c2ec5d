import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

test('docs/security.md names existing files, and a test in every row', () => {
  const text = readFileSync(`${ROOT}docs/security.md`, 'utf8')
  const named = [...text.matchAll(/`((?:server|web|contract|packages|e2e)\/[^`\s]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([])
  const rows = text.split('\n').filter((line) => line.split('|').length === 5)
  const promises = rows.filter((row) => !/^\| (promise|---)/.test(row))
  expect(promises.length).toBeGreaterThan(25)
  const shown = (row: string) => row.split('|')[3] ?? ''
  expect(promises.filter((row) => !/\.test\.ts|the (same|table)/.test(shown(row)))).toEqual([])
})
