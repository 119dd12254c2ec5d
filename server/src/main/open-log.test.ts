import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { keepOutagesRare } from './open-log.ts'

/** Writes its last lines on a message and exits like the server. */
const PROGRAM = `
  import { openLog } from ${JSON.stringify(new URL('./open-log.ts', import.meta.url).href)}
  const { log, end } = openLog({ LOG_LEVEL: 'warn', LOG_FORMAT: process.argv[1] })
  process.stdin.once('data', async () => {
    // The second line waits while the first is being written.
    log.warn('the last line but one')
    log.warn('the last line')
    await end()
    process.exit(0)
  })
  log.warn('the first line')
`

function begin(format: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', PROGRAM, format], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test.each(['json', 'pretty'])(
  'a %s log writes its last line before the process exits',
  async (format) => {
    const child = begin(format)
    child.stdin.write('go')
    const written = await text(child.stdout)
    expect(written).toContain('the first line')
    expect(written).toContain('the last line')
  },
)

test.each(['json', 'pretty'])(
  'a %s log whose reader is gone lets the process exit',
  async (format) => {
    const child = begin(format)
    await once(child.stdout, 'data')
    child.stdout.destroy()
    await once(child.stdout, 'close')
    child.stdin.write('go')
    expect(await once(child, 'exit')).toEqual([0, null])
  },
)

test('a full disk is one line a minute, whoever meets it, and other faults are all told', () => {
  let now = 0
  const lines: { msg: string; left_out?: number }[] = []
  const log = pino(
    { hooks: { logMethod: keepOutagesRare(() => now) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const full = Object.assign(new Error('write'), { code: 'ENOSPC' })
  const fillDisk = (times: number) => {
    for (let at = 0; at < times; at++) {
      log.error({ err: new Error('Failed query', { cause: full }) }, 'a task failed')
      log.child({ task: 'sweep' }).warn({ error: new Error('No space left on device') }, 'a sweep')
      log.error(full)
      log.warn({ err: { code: full.code, message: 'extend (Queue: a)' } }, 'queue')
    }
  }
  fillDisk(10)
  log.error({ err: new Error('another') }, 'a task failed')
  now = 59_999
  fillDisk(1)
  now = 60_000
  fillDisk(1)
  const sentence = 'the disk is full: what needs room fails until there is some'
  expect(lines.map(({ msg, left_out }) => [msg, left_out])).toEqual([
    [sentence, undefined],
    ['a task failed', undefined],
    [sentence, 43],
  ])
})

test('a database that is away is one line a minute too, in the words of the first', () => {
  let now = 0
  const lines: { msg: string; left_out?: number }[] = []
  const log = pino(
    { hooks: { logMethod: keepOutagesRare(() => now) } },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const fail = () => {
    log.warn({ message: 'Connection terminated unexpectedly' }, 'a database connection was lost')
    const cause = new Error('connect ENOENT /data/postgres/run/.s.PGSQL.5432')
    log.error({ err: new Error('Failed query: select 1', { cause }) }, 'jobs could not be leased')
    log.warn({ err: { code: '57P03', message: 'the database system is starting up' } }, 'queue')
    log.warn(
      { err: { code: 'ECONNRESET', message: 'read ECONNRESET (Queue: a, Worker: b)' } },
      'queue',
    )
    log.error({ code: 1 }, 'the database server ended by itself and is started again')
    log.error('The embedded PostgreSQL did not start: the database system is in recovery mode.')
  }
  fail()
  log.warn({ err: new Error('connect ECONNREFUSED 127.0.0.1:25') }, 'a letter was not sent')
  now = 60_000
  fail()
  expect(lines.map(({ msg, left_out }) => [msg, left_out])).toEqual([
    ['a database connection was lost', undefined],
    ['a letter was not sent', undefined],
    ['a database connection was lost', 5],
  ])
})
