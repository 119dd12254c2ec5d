import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createEmptyDatabase,
  type TestDatabase,
} from '../../../test/support/create-test-database.ts'
import { StartError } from '../start-error.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createEmptyDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'vignette-test-migrations-'))
  const entry = {
    idx: 0,
    version: '7',
    when: 1_000,
    tag: '0000_first',
    breakpoints: true,
  }
  await mkdir(path.join(folder, 'meta'))
  await writeFile(
    path.join(folder, 'meta/_journal.json'),
    JSON.stringify({ version: '7', dialect: 'postgresql', entries: [entry] }),
  )
  await writeFile(
    path.join(folder, '0000_first.sql'),
    'create table once_only (id int primary key);--> statement-breakpoint\ninsert into once_only values (1);',
  )
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('five processes that start together apply each migration once', async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrate(database.connectionString, { folder })))
  const { rows } = await database.pool.query('select id from once_only')
  expect(rows).toEqual([{ id: 1 }])
})

test('a database that is up to date is left unchanged', async () => {
  await migrate(database.connectionString, { folder })
  const { rows } = await database.pool.query('select id from once_only')
  expect(rows).toEqual([{ id: 1 }])
})

test('a database of an unreleased version is refused, and a database of a later release is not', async () => {
  const start = () => migrate(database.connectionString, { folder })
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of-a-later-release', 4000000000000)`,
  )
  await start()
  await database.pool.query(
    `delete from drizzle.__drizzle_migrations where hash = 'of-a-later-release'`,
  )
  await database.pool.query(`update drizzle.__drizzle_migrations set hash = 'other'`)
  await expect(start()).rejects.toThrow(/^This database was made by an unreleased version/)
})

test('a disk that is full while tables are made is one sentence, and a later start makes them', async () => {
  const place = await mkdtemp(path.join(os.tmpdir(), 'vignette-test-full-'))
  const empty = await createEmptyDatabase()
  try {
    await cp(folder, place, { recursive: true })
    const file = path.join(place, '0000_first.sql')
    const whole = await readFile(file, 'utf8')
    // PostgreSQL's own error of a full disk, raised in the middle.
    const full = `do $$ begin raise exception using errcode = '53100', message = 'could not extend file'; end $$`
    await writeFile(file, `${whole}--> statement-breakpoint\n${full}`)
    await expect(migrate(empty.connectionString, { folder: place })).rejects.toEqual(
      new StartError(
        'The disk of the database is full, so that its tables could not be made or changed: make room there and start again.',
      ),
    )
    await writeFile(file, whole)
    await migrate(empty.connectionString, { folder: place })
    expect((await empty.pool.query('select id from once_only')).rows).toEqual([{ id: 1 }])
  } finally {
    await empty.drop()
    await rm(place, { recursive: true, force: true })
  }
})
