import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StartError } from '../platform/start-error.ts'
import { refuseFullDisk, startDatabase } from './start-database.ts'

const log = pino({ level: 'silent' })
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vignette-test-database-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an unwritable DATA_DIR is named', async () => {
  const file = path.join(folder, 'file')
  await writeFile(file, '')
  const start = startDatabase({ dataDir: path.join(file, 'data'), log })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(/^DATA_DIR .*file\/data cannot be written \(ENOTDIR\)/)
})

test.runIf(process.platform === 'linux')('a DATA_DIR that cannot be created is named', async () => {
  await expect(startDatabase({ dataDir: '/proc/none/data', log })).rejects.toThrow(
    'DATA_DIR /proc/none/data cannot be written (ENOENT)',
  )
})

test('a fault of PostgreSQL itself becomes a sentence for the operator', async () => {
  const cluster = path.join(folder, 'older/postgres/cluster')
  await mkdir(cluster, { recursive: true })
  await writeFile(path.join(cluster, 'PG_VERSION'), '17\n')
  const start = startDatabase({ dataDir: path.join(folder, 'older'), log })
  await expect(start).rejects.toThrow(StartError)
  await expect(start).rejects.toThrow(/written by PostgreSQL 17 and this release runs 18/)
})

test('a new database on too full a disk is refused in a sentence, and one that is there is not', async () => {
  const dataDir = path.join(folder, 'full')
  await mkdir(dataDir)
  expect(() => refuseFullDisk(dataDir, 1e12)).toThrow(StartError)
  expect(() => refuseFullDisk(dataDir, 1e12)).toThrow(
    /^DATA_DIR \S+full has \d+ MB of free room, and a new database needs 1000000000000 MB\.$/,
  )
  expect(() => refuseFullDisk(dataDir, 0)).not.toThrow()
  await mkdir(path.join(dataDir, 'postgres/cluster'), { recursive: true })
  expect(() => refuseFullDisk(dataDir, 1e12)).not.toThrow()
})
