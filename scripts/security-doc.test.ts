import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

test('docs/security.md names existing files, and a test with every promise', () => {
  const text = readFileSync(`${ROOT}docs/security.md`, 'utf8')
  const named = [...text.matchAll(/`((?:server|web|contract|packages|e2e)\/[^`\s]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(ROOT + path))).toEqual([])
  const promises = text.split(/^- /m).filter((item) => item.includes('\n  Enforced by '))
  expect(promises.length).toBeGreaterThan(100)
  const shown = (item: string) => item.split('\n  Shown by ')[1] ?? ''
  expect(promises.filter((item) => !/\.test\.ts|the (same|table)/.test(shown(item)))).toEqual([])
})
