import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TOKEN_DAYS } from '../contract/src/account-limits.ts'
import { FRESH_SIGN_IN_MINUTES, STAFF_SIGN_IN_HOURS } from '../contract/src/limits.ts'
import { PUBLISHING, RECIPE, TEXT_MAX } from '../contract/src/recipe-limits.ts'
import { BODY, FAULTS, LIST_REACH } from '../contract/src/request-limits.ts'
import { routes } from '../contract/src/routes.ts'
import { MEGABYTE } from '../contract/src/upload-limits.ts'
import { FEATURES, WEB_FEATURES } from './dependency-table.ts'
import { drawGraph } from './draw-graph.ts'
import { drawTables } from './draw-tables.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (file: string) => readFileSync(ROOT + file, 'utf8')

const PAGES = globSync(
  ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'server/src/**/README.md'],
  {
    cwd: ROOT,
    exclude: (name) => name.includes('node_modules'),
  },
)
// A decision record keeps the names of its date.
const NAMING = PAGES.filter((page) => !page.startsWith('docs/decisions/'))

test.each(PAGES)('each link of %s leads to a file, and to a heading of it', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)]
  const local = links.filter(([, to = '']) => !/^[a-z]+:/.test(to))
  const broken = local.filter(([, to = '', anchor]) => {
    const file = to ? path.join(path.dirname(page), to) : page
    return !existsSync(ROOT + file) || (anchor && !anchorsOf(file).includes(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

/** As GitHub names headings in addresses. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test.each(NAMING)('each path that %s names exists', (page) => {
  const named = [
    ...read(page).matchAll(
      /`((?:bench|contract|deploy|docs|e2e|packages|scripts|server|web)\/[^`\s]*)`/g,
    ),
  ].map(([, file = '']) => file)
  const whole = named.filter((file) => !/[<>{}*…]/.test(file))
  // A build or an installation makes these.
  const made = ['web/dist', 'scripts/node']
  expect(whole.filter((file) => !existsSync(ROOT + file) && !made.includes(file))).toEqual([])
})

test.each(NAMING)('each npm script that %s names exists', (page) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(page).matchAll(/\bnpm run (?:-s )?([a-z0-9][a-z0-9:-]*)([^\n`]*)/g)]
  const own = named.filter(([, , rest = '']) => !rest.includes(' -w '))
  expect(own.map(([, name = '']) => name).filter((name) => !scripts[name])).toEqual([])
})

test.each(NAMING)('each command of npm run cli that %s names exists', (page) => {
  const named = [...read(page).matchAll(/\bnpm run (?:-s )?cli -- (\w+(?: [a-z]+(?:-[a-z]+)*)?)/g)]
  const commands = globSync('server/src/**/*.ts', { cwd: ROOT })
    .flatMap((file) => [...read(file).matchAll(/^ +name: '([a-z -]+)',\n +usage:/gm)])
    .map(([, name = '']) => name)
  expect(commands).toContain('reconcile')
  expect(
    named
      .map(([, name = '']) => name)
      .filter((name) => !commands.includes(name) && !commands.includes(name.split(' ')[0] ?? '')),
  ).toEqual([])
})

test.each(NAMING)('each call of the command line that %s names is the operator’s', (page) => {
  const named = [...read(page).matchAll(/\bcall ([a-z]+[A-Z]\w*)/g)].map(([, name = '']) => name)
  const operators = Object.values(routes)
    .filter((route) => route.access === 'admin' || 'operator' in route)
    .map(({ name }) => name as string)
  expect(named.filter((name) => !operators.includes(name))).toEqual([])
})

test.each(NAMING)('each event, port and survey that %s names exists', (page) => {
  const features =
    '(?:account|creations|handle|identity|media|moderation|principal|visitor|workflows)'
  const named = [...read(page).matchAll(new RegExp(`\`(${features}\\.[a-z]+(?:-[a-z]+)*)\``, 'g'))]
  const defined = globSync('server/src/features/**/*.ts', { cwd: ROOT }).map(read).join('\n')
  expect(
    named
      .map(([, name = '']) => name)
      .filter((name) => !name.endsWith('.ts') && !defined.includes(`'${name}'`)),
  ).toEqual([])
})

test('the architecture’s graphs equal the dependency table', () => {
  const page = read('docs/architecture.md')
  expect(page).toContain(`\n${drawGraph(FEATURES)}\n`)
  expect(page).toContain(`\n${drawGraph(WEB_FEATURES)}\n`)
})

test('the architecture’s picture of the tables equals the schema', async () => {
  expect(read('docs/architecture.md')).toContain(`\n${await drawTables(ROOT)}\n`)
})

test('each file that the architecture’s walks name exists', () => {
  const sources = globSync('{server,web,contract,packages,scripts}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: (name) => name.includes('node_modules'),
  })
  const named = [...read('docs/architecture.md').matchAll(/`([\w./-]+\.tsx?)`/g)]
  expect(named.length).toBeGreaterThan(40)
  expect(
    named
      .map(([, name = '']) => name)
      .filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`))),
  ).toEqual([])
})

test('the architecture’s table of features names each feature', () => {
  const table = read('docs/architecture.md').split('| feature | keeps |')[1]?.split('\n\n')[0] ?? ''
  expect(Object.keys(FEATURES).filter((name) => !table.includes(name))).toEqual([])
})

test('the list of decisions names each decision, in order', () => {
  const files = globSync('docs/decisions/0*.md', { cwd: ROOT }).map((file) => path.basename(file))
  const listed = [...read('docs/decisions/README.md').matchAll(/\]\((0[^)]+)\)/g)]
  expect(listed.map(([, file]) => file)).toEqual(files.toSorted())
})

const number = (of: number) => of.toLocaleString('en-US')
/** The number that the source assigns after a text. */
function numberIn(file: string, before: string): number {
  const found = read(file)
    .split(before)[1]
    ?.match(/^[\d_]+/)?.[0]
  if (!found) throw new Error(`${file} has no number after "${before}"`)
  return Number(found.replaceAll('_', ''))
}
const setting = (name: string, kind = 'count') =>
  numberIn('server/src/main/environment.ts', `${name}: ${kind}.default(`)
/** A limit against strangers, which holds on a public server alone by default. */
const limit = (name: string) => {
  const found = read('server/src/main/config.ts').match(new RegExp(`  ${name}: (\\d+),`))?.[1]
  if (!found) throw new Error(`config.ts has no ${name}`)
  return Number(found)
}
const pool = numberIn('server/src/main/environment.ts', 'DATABASE_POOL: count.min(2).default(')
const requests = numberIn('server/test/journeys/fuzz.test.ts', "['FUZZ'] ?? ")
const counted = (title: string) =>
  Number(
    read('server/test/journeys/query-counts.test.ts').match(
      `${title}[^]*?own\\.length.*toBe\\((\\d+)\\)`,
    )?.[1],
  )
const asked = counted('a visitor asks for a free remix')
const written = counted('a worker executes a remix of one free step')
const seeds = globSync('server/src/features/catalogue/seeds/*.json', { cwd: ROOT }).length
const discover = numberIn('scripts/bundle-budget.test.ts', 'DISCOVER)).toBeLessThanOrEqual(') / 1000

/** Sentences of the docs that state a figure of the code. */
const FIGURES: [page: string, sentence: string][] = [
  ['README.md', `the empty catalogue with ${words(seeds)} recipes`],
  ['docs/security.md', `fuzz.test.ts\`: ${number(requests)} requests`],
  ['docs/security.md', `${BODY.bytes / 1024} KB; ${BODY.inputsBytes / 1024} KB where inputs`],
  ['docs/security.md', `${BODY.webhookBytes / 1024} KB for a gateway's signed events`],
  ['docs/security.md', `${BODY.documentBytes / 1024} KB for a recipe`],
  ['docs/security.md', `${BODY.depth} lists and objects deep (a recipe: ${BODY.documentDepth})`],
  [
    'docs/security.md',
    `at most ${FAULTS.told} faults, none longer than ${FAULTS.characters} characters`,
  ],
  [
    'docs/security.md',
    `a text has at most ${TEXT_MAX} characters, references bring at most ${number(RECIPE.broughtInMax)}`,
  ],
  ['docs/security.md', `${limit('PUBLISH_PER_DAY')} recipes a day and ${PUBLISHING.inAll} in all`],
  [
    'docs/security.md',
    `An access token lasts ${TOKEN_DAYS.slice(0, -1).join(', ')} or ${TOKEN_DAYS.at(-1)} days`,
  ],
  ['docs/security.md', `at most ${setting('CONNECTIONS_PER_ADDRESS')} connections`],
  ['docs/operations.md', `one of the last ${words(FRESH_SIGN_IN_MINUTES)} minutes`],
  ['docs/operations.md', `a sign-in of the last ${words(STAFF_SIGN_IN_HOURS)} hours`],
  ['docs/operations.md', `The default of ${limit('FREE_DAILY_SECONDS')} is`],
  [
    'docs/operations.md',
    `${PUBLISHING.inAll} in all and ${PUBLISHING.creatorBytes / MEGABYTE} MB of all versions`,
  ],
  ['docs/capacity.md', `\`DATABASE_POOL\` (${pool})`],
  ['docs/capacity.md', `${words(asked)} statements of the request`],
  ['docs/capacity.md', `${words(written)} writing ones of the worker besides leasing`],
  ['docs/performance.md', `≤ ${discover} kB`],
  ['docs/decisions/0014-own-router.md', `Discover's script may weigh ${discover} kB`],
  ['docs/decisions/0015-cursors.md', `reach ${number(LIST_REACH)} rows`],
]

function words(count: number): string {
  return (
    (
      {
        10: 'ten',
        11: 'eleven',
        12: 'twelve',
        13: 'thirteen',
        15: 'fifteen',
        22: 'twenty-two',
      } as Record<number, string>
    )[count] ?? String(count)
  )
}

test.each(FIGURES)('%s says “%s”', (page, sentence) => {
  expect(read(page).includes(sentence)).toBe(true)
})
