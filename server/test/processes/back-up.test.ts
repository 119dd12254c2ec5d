import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@vignette/embedded-postgres'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { CommandError } from '../../src/command.ts'
import { backUp } from '../../src/main/back-up.ts'

const log = pino({ level: 'silent' })

async function countRows(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ total: number }>('select count(*)::int total from notes')
  await client.end()
  return rows[0]?.total ?? 0
}

test('a backup taken under writes is restored by tar and a start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vignette-backup-test-'))
  const dataDir = join(folder, 'data')
  const restored = join(folder, 'restored')
  const file = join(folder, 'backup.tar')
  try {
    const server = await startEmbeddedPostgres({ dataDir, log })
    const { connectionString } = server
    await mkdir(join(dataDir, 'media'))
    await writeFile(join(dataDir, 'media/one.png'), 'a picture')
    await writeFile(join(dataDir, 'secret'), 'kept')
    const writer = new pg.Client({ connectionString })
    await writer.connect()
    await writer.query('create table notes (id int primary key)')
    let written = 0
    const writeOne = () => writer.query('insert into notes values ($1)', [++written])
    for (let at = 0; at < 50; at++) await writeOne()
    const before = written

    let done = false
    const backup = backUp({ connectionString, dataDir, file }).finally(() => {
      done = true
    })
    while (!done) await writeOne()
    expect(await backup).toBeGreaterThan(1_000_000)
    expect(written).toBeGreaterThan(before)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(backUp({ connectionString, dataDir, file })).rejects.toThrow('is there already')
    await writer.end()
    await server.stop()

    await mkdir(restored)
    expect(spawnSync('tar', ['-xf', file, '-C', restored]).status).toBe(0)
    const again = await startEmbeddedPostgres({ dataDir: restored, log })
    const found = await countRows(again.connectionString)
    await again.stop()
    expect(found).toBeGreaterThanOrEqual(before)
    expect(found).toBeLessThanOrEqual(written)
    expect(await readFile(join(restored, 'media/one.png'), 'utf8')).toBe('a picture')
    expect(await readFile(join(restored, 'secret'), 'utf8')).toBe('kept')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 120_000)

test('a backup where no file can be written is refused in a sentence, before the database is asked', async () => {
  const want = { connectionString: 'postgresql://127.0.0.1:1/none', dataDir: '/tmp' }
  await expect(backUp({ ...want, file: '/nonexistent/b.tar' })).rejects.toEqual(
    new CommandError('/nonexistent/b.tar cannot be written: there is no such folder.'),
  )
})
