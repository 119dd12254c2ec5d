import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/create-test-database.ts'
import { runCommand, sentenceOf } from './run-command.ts'

// test/processes/cli.test.ts shows that the process prints the same, and exits with the code.

const WITHOUT_OUTPUT = {
  name: 'A boat',
  price: 0,
  cost: 0,
  generation_time: 5,
  inputs: [],
  steps: [{ id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A boat' }],
}

const GOOD = {
  name: 'A boat and its twin',
  price: 0,
  cost: 0,
  generation_time: 5,
  inputs: [{ key: 'wish', type: 'text' }],
  steps: [
    { id: 'draw', provider: 'local', function_type: 'text_to_image', prompt: 'A {{wish}}' },
    { id: 'oil', provider: 'local', function_type: 'image_to_image', first_image: '{{draw}}' },
    { id: 'twin', provider: 'local', function_type: 'text_to_image', prompt: '{{wish}}' },
  ],
  output: 'oil',
}

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vignette-command-'))
  database = await createTestDatabase()
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** What the command prints, or the sentence of its failure. */
async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  const print = (text: string) => {
    out += text
  }
  const env = { DATABASE_URL: database.connectionString, DATA_DIR: join(folder, 'data') }
  try {
    return { code: await runCommand(words, { env, print }), out, err: '' }
  } catch (error) {
    const err = sentenceOf(error)
    if (err === undefined) throw error
    return { code: 1, out, err }
  }
}

test('the command line lists every command where no command is given', async () => {
  const { code, out } = await run()
  expect(code).toBe(0)
  const [commands = '', routes = ''] = out.split('ROUTE is one of')
  expect(routes).toContain('listPayoutHolds       The holds in force, newest first')
  const named = [...commands.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?)/gm)].map(([, name]) => name)
  expect(named).toEqual([
    'backup',
    'restore',
    'check',
    'secret replace',
    'signing new-key',
    'workflows check',
    'payments list',
    'payments show',
    'payments refund',
    'payments release',
    'reconcile',
    'sales list',
    'payouts list',
    'payouts show',
    'payouts account',
    'payouts compare',
    'payouts sweep',
    'statements list',
    'statements make',
    'statements check',
    'cases show',
    'analytics show',
    'analytics last',
    'ledger show',
    'ledger balance',
    'tax report',
    'call',
  ])
})

test.each([['--help'], ['-h'], ['help']])('%s prints the same list', async (word) => {
  expect(await run(word)).toEqual(await run())
})

test.each([[['statements']], [['statements', '--help']], [['help', 'statements']]])(
  '%j lists the commands of statements alone',
  async (words) => {
    const { code, out } = await run(...words)
    expect(code).toBe(0)
    const first = out.split('\n').map((line) => line.trim().split(' ').slice(0, 2).join(' '))
    expect(first).toEqual(['statements list', 'statements make', 'statements check'])
  },
)

test('--help of a command prints its usage', async () => {
  expect(await run('statements', 'list', '--last', '5', '--help')).toEqual({
    code: 0,
    out: 'npm run cli -- statements list [--creator HANDLE|ID] [--last 20]\n\n  Lists the newest statements',
    err: '',
  })
})

test.each([
  [['nonsense', 'x'], 'There is no command nonsense; "npm run cli" lists those that there are.'],
  [
    ['nonsense', '--help'],
    'There is no command nonsense; "npm run cli" lists those that there are.',
  ],
  [['backpu', '/tmp/a.tar'], 'There is no command backpu; did you mean backup?'],
  [['payment', '--help'], 'There is no command payment; did you mean payments?'],
  [['payout', 'list'], 'There is no command payout list; did you mean payouts list?'],
  [['payouts', 'lisst'], 'There is no command payouts lisst; did you mean payouts list?'],
  [
    ['payouts', 'stop'],
    'There is no command payouts stop; "npm run cli -- payouts" lists those that there are.',
  ],
])('%j is no command, which one sentence on stderr says', async (words, err) => {
  expect(await run(...words)).toEqual({ code: 1, out: '', err })
})

test.each([['payments'], ['payouts'], ['statements'], ['ledger']])(
  '%s refuses a count of rows that no list has',
  async (group) => {
    for (const last of ['99999999999', '10001', '0', '-1', '1.5', 'many', '1e3']) {
      const command = group === 'ledger' ? 'show' : 'list'
      const { code, err } = await run(group, command, `--last=${last}`)
      expect([code, err]).toEqual([1, '--last takes a whole number from 1 to 10000.'])
    }
  },
  60_000,
)

test('workflows check prints the steps in their order of execution', async () => {
  const file = join(folder, 'good.json')
  await writeFile(file, JSON.stringify(GOOD))
  const { code, out } = await run('workflows', 'check', file)
  expect(out.trimEnd().split('\n')).toEqual([
    'A boat and its twin: 1 inputs, 3 steps',
    '1. draw (local text_to_image), twin (local text_to_image)',
    '2. oil (local image_to_image)',
    'estimated cost 0 of 0 cents',
    'everything it needs is available here',
  ])
  expect(code).toBe(0)
})

test.each([
  ['no JSON', '{', /^.+bad\.json cannot be read as JSON: [^\n]+$/],
  ['a missing field', JSON.stringify(WITHOUT_OUTPUT), /^output is missing$/],
])('workflows check names the place and the fault of %s', async (_, content, sentence) => {
  const file = join(folder, 'bad.json')
  await writeFile(file, content)
  const { code, out, err } = await run('workflows', 'check', file)
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(sentence)
})

test.each([
  [['ledger', 'show', '--payment', 'x'], '--payment takes the id of a payment'],
  [['statements', 'list', '--colour', 'red'], "Unknown option '--colour'"],
  [['payments', 'list', '--state', 'gone'], '--state is one of created, '],
])('%j is answered in one sentence', async (words, sentence) => {
  const { code, err } = await run(...words)
  expect([code, err.split('\n').length]).toEqual([1, 1])
  expect(err).toContain(sentence)
})
