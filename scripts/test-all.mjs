import { readFileSync } from 'node:fs'
import path from 'node:path'
import { countVitest } from './count-tests.mjs'
import { NODE, say } from './project.mjs'
import { runCommand } from './run-command.mjs'
import { finish, phase, REPORTS, runOrdinaryPhases, runVitest } from './test-phases.mjs'

// Runs "npm test" and the tests that take too long for it.

const OWN_SERVER = 'postgresql://postgres@127.0.0.1:5432/postgres'
const CLOSED_TABS = '20'
const RACES = '200'
const STORIES = '200'
const PAYOUT_HISTORIES = '10000'
const PAYOUT_CREATORS = '5000'
const FUZZ = '10000'
const STATEMENT_HISTORIES = '1000'
const COMFY_GRAPHS = '10000'
const NOT_ABOUT_DATABASES = [
  'src/providers/**',
  'src/platform/children/**',
  'src/platform/http-client/**',
  'src/platform/storage/**',
  'src/web-host/**',
  'src/features/media/hostile-uploads.test.ts',
  'test/journeys/media-on-stores.test.ts',
  'test/journeys/object-store.test.ts',
  'test/processes/**',
].map((pattern) => `--exclude=${pattern}`)

async function runSecondDatabase(serverTests) {
  const url = process.env.TEST_DATABASE_URL || OWN_SERVER
  if ((await runCommand([NODE, 'scripts/probe-database.mjs', url])) !== 0) {
    say(`No PostgreSQL 15 or later that takes new databases answers at ${url}.`)
    return { skipped: serverTests }
  }
  return runVitest('second-database.json', ['--project', 'server', ...NOT_ABOUT_DATABASES], {
    TEST_DATABASE_URL: url,
  })
}

/** Makes each alert fire in a tool of Prometheus's own, where it is installed. */
async function runAlerts() {
  const rules = readFileSync('deploy/alerts.yml', 'utf8').match(/- alert: /g).length
  const code = await runCommand(['promtool', 'test', 'rules', 'deploy/alerts.test.yml'])
  if (code === 127) say('There is no promtool (Debian: the package prometheus).')
  return { [code === 127 ? 'skipped' : code === 0 ? 'passed' : 'failed']: rules }
}

/** Runs a test command that writes its own report, and counts the report. */
async function runScript(name) {
  const code = await runCommand([NODE, `scripts/test-${name}.mjs`])
  return countVitest(path.join(REPORTS, `${name}.json`), code)
}

const { server = 0 } = await runOrdinaryPhases({
  forJourneys: { CLOSED_TABS, ALL_JOURNEYS: '1' },
})
await phase('server tests on another PostgreSQL', () => runSecondDatabase(server))
await phase(`${RACES} races of each pair, ${STORIES} stories of money`, () =>
  runVitest(
    'races.json',
    [
      '--project',
      'server',
      'server/test/races',
      'server/test/journeys/leaving.test.ts',
      'server/src/features/payments/properties.test.ts',
    ],
    { RACES, STORIES },
  ),
)
await phase(`${PAYOUT_HISTORIES} histories of payouts, a run of ${PAYOUT_CREATORS} creators`, () =>
  runVitest(
    'payouts.json',
    [
      '--project',
      'server',
      'server/src/features/payouts/rules-properties.test.ts',
      'server/src/features/payouts/properties.test.ts',
      'server/src/features/payouts/many-creators.test.ts',
    ],
    { PAYOUT_HISTORIES, PAYOUT_CREATORS },
  ),
)
await phase(`${FUZZ} generated requests`, () =>
  runVitest('fuzz.json', ['--project', 'server', 'server/test/journeys/fuzz.test.ts'], { FUZZ }),
)
await phase(`${STATEMENT_HISTORIES} histories of statements`, () =>
  runVitest(
    'statements.json',
    ['--project', 'server', 'server/src/features/payouts/statements-properties.test.ts'],
    { STATEMENT_HISTORIES },
  ),
)
await phase(`${COMFY_GRAPHS} broken files of ComfyUI`, () =>
  runVitest('comfy.json', ['--project', 'contract', 'contract/src/comfy-fuzz.test.ts'], {
    COMFY_GRAPHS,
  }),
)
await phase('the work of every function', () =>
  runVitest('work.json', ['packages/local-studio/src/estimate-work.test.ts'], { WORK: 'all' }),
)
await phase('clients and linters of the API document', () => runScript('clients'))
await phase('alerts', runAlerts)
await phase('faults', () => runScript('faults'))
await phase('floods', () => runScript('hostile'))
finish()
