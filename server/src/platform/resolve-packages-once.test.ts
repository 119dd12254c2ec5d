import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const SERVER = fileURLToPath(new URL('..', import.meta.url))

/** In a process of its own, since a hook stays as long as its process. */
const PROGRAM = `
import { registerHooks } from 'node:module'
const asked = []
registerHooks({
  resolve(specifier, context, resolve) {
    asked.push(specifier)
    return resolve(specifier, context)
  },
})
const { resolvePackagesOnce } = await import('${SERVER}platform/resolve-packages-once.ts')
resolvePackagesOnce()
const tables = await import('${SERVER}schema/ledger.ts')
await import('${SERVER}features/ledger/queries.ts')
const { sql } = await import('drizzle-orm')
console.log(JSON.stringify({ asked, tables: Object.keys(tables).length, sql: typeof sql }))
`

test('each package is found once for all files of the server, and works', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PROGRAM])
  const { asked, tables, sql } = JSON.parse(stdout) as {
    asked: string[]
    tables: number
    sql: string
  }
  expect(tables).toBeGreaterThan(1)
  expect(sql).toBe('function')
  // Once for the server, and once for this program, which is no file of it.
  expect(asked.filter((specifier) => specifier === 'drizzle-orm')).toHaveLength(2)
})
