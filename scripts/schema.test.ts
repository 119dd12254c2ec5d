import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

/** The room that owns each table, by the table's name in the code and in the database. */
const owners = new Map(
  globSync('server/src/schema/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...read(file).matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)].flatMap(
      ([, name = '', table = '']) => {
        const room = path.basename(file, '.ts')
        return [[name, room] as const, [table, room] as const]
      },
    ),
  ),
)

const WRITES = [
  /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g,
  /\b(?:insert into|delete from) "?(\w+)/g,
  /\bupdate "?(\w+)"? set\b/g,
]

test('each table is written by the room that owns it, and by no other', () => {
  expect(owners.size).toBeGreaterThan(100)
  const files = globSync('server/src/features/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|test-support/.test(file),
  )
  const written = files.flatMap((file) => {
    const room = file.split('/')[3]
    return WRITES.flatMap((write) => [...read(file).matchAll(write)]).flatMap(([, table = '']) => {
      const owner = owners.get(table)
      return owner === undefined ? [] : [{ file, table, isOwn: owner === room }]
    })
  })
  expect(written.length).toBeGreaterThan(150)
  expect(written.filter(({ isOwn }) => !isOwn)).toEqual([])
})
