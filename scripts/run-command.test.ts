import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/**
 * A start script whose program reports its pid and each signal, and exits with 7 on the first
 * signal.
 */
async function startAttached(through: 'node' | 'shell' = 'node') {
  const program = `
    for (const signal of ['SIGINT', 'SIGTERM'])
      process.on(signal, () => { console.log(signal); setTimeout(() => process.exit(7), 100) })
    setInterval(() => {}, 1000)
    console.log('pid ' + process.pid)`
  const script = `
    import { runAttached } from ${JSON.stringify(new URL('./run-command.mjs', import.meta.url))}
    process.exit(await runAttached(['-e', ${JSON.stringify(program)}]))`
  const command = [process.execPath, '--input-type=module', '-e', script]
  // The second command keeps the shell from replacing itself by the first command.
  const [first = '', ...words] =
    through === 'node' ? command : ['sh', '-c', '"$0" "$@"; true', ...command]
  const child = spawn(first, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    env: { ...process.env, npm_lifecycle_event: 'start' },
  })
  started.push(child)
  let output = ''
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  await expect.poll(() => output, { timeout: 20_000 }).toContain('pid ')
  return { child, output: () => output, programPid: Number(/pid (\d+)/.exec(output)?.[1]) }
}

test('a Ctrl-C for the whole terminal reaches the program once, and the start script returns the program’s exit code', async () => {
  const { child, output } = await startAttached()
  process.kill(-(child.pid ?? 0), 'SIGINT')
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(7)
  expect(output().match(/SIGINT/g)).toHaveLength(1)
})

test('SIGTERM is forwarded', async () => {
  const { child, output } = await startAttached()
  child.kill('SIGTERM')
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(7)
  expect(output()).toContain('SIGTERM')
})

test('the program ends cleanly if the start script is killed with SIGKILL', async () => {
  const { child, output } = await startAttached()
  child.kill('SIGKILL')
  // The program holds the other end of this pipe, so the pipe closes when the program has ended.
  await once(child.stdout, 'close')
  expect(output()).toContain('SIGTERM')
})

test('the program ends if npm and its shell are killed', async () => {
  const { child, output } = await startAttached('shell')
  child.kill('SIGKILL')
  await once(child.stdout, 'close')
  expect(output()).toContain('SIGTERM')
})
