import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

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
