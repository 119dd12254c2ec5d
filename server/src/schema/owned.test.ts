import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
// Features declare what needs their code.
import '../main/features.ts'
import { principals } from './identity.ts'
import { OWNED } from './owned.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const OWNER = /^(owner|principal|user|buyer|creator|reporter|actor|referrer|follower|followed)_id$/

const tables = (
  await Promise.all(
    globSync('*.ts', { cwd: HERE, exclude: ['*.test.ts'] }).map(
      async (file): Promise<unknown[]> => Object.values(await import(HERE + file)),
    ),
  )
)
  .flat()
  .filter((value) => is(value, PgTable))

test('each column that names a person says what a claim, a deletion and an export do to its rows', () => {
  expect(tables.length).toBeGreaterThan(50)
  const declared = OWNED.map(({ table, owner }) => getTableColumns(table)[owner])
  const naming = tables.flatMap((table) => {
    if (table === principals) return []
    const { name, columns, foreignKeys } = getTableConfig(table)
    const led = foreignKeys
      .map((key) => key.reference())
      .flatMap(({ foreignTable, columns: from }) => (foreignTable === principals ? from : []))
    return columns
      .filter((column) => led.includes(column) || OWNER.test(column.name))
      .map((column) => ({ name: `${name}.${column.name}`, column }))
  })
  expect(naming.length).toBeGreaterThan(25)
  const silent = naming.filter(({ column }) => !declared.includes(column))
  expect(silent.map(({ name }) => name)).toEqual([])
})

test('no column says it twice, and each file that is said to do the work is there', () => {
  const columns = OWNED.map(({ table, owner }) => getTableColumns(table)[owner])
  expect(new Set(columns).size).toBe(OWNED.length)
  const files = OWNED.flatMap(({ claim, deleted, export: exported }) =>
    [claim, deleted, exported].flatMap((by) =>
      typeof by === 'string' && by.startsWith('by ') ? [by.slice('by '.length)] : [],
    ),
  )
  expect(files.filter((file) => !existsSync(`${HERE}../features/${file}`))).toEqual([])
})
