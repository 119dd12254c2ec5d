import { audits } from './benches/audits.ts'
import { catalogueApi } from './benches/catalogue-api.ts'
import { click } from './benches/click.ts'
import { copies } from './benches/copies.ts'
import { depth } from './benches/depth.ts'
import { engine, workers } from './benches/engine.ts'
import { finding } from './benches/finding.ts'
import { javascript } from './benches/javascript.ts'
import { memory } from './benches/memory.ts'
import { pageHtml } from './benches/page-html.ts'
import { pages } from './benches/pages.ts'
import { queue } from './benches/queue.ts'
import { signing } from './benches/signing.ts'
import { start } from './benches/start.ts'
import { steps } from './benches/steps.ts'
import { uncached } from './benches/uncached.ts'
import type { Bench } from './support/bench.ts'
import { startDatabases } from './support/database.ts'
import { isProfiling, PROFILES } from './support/profile.ts'
import { compareWithGoal, formatTable, keepResults, type Row } from './support/report.ts'

const BENCHES: Record<string, Bench> = {
  pages,
  audits,
  javascript,
  'page-html': pageHtml,
  'catalogue-api': catalogueApi,
  uncached,
  depth,
  finding,
  queue,
  engine,
  workers,
  steps,
  click,
  memory,
  start,
  signing,
  copies,
}

const names = process.argv.slice(2).filter((word) => word !== '--profile')
const unknown = names.filter((name) => !BENCHES[name])
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown[0]}"; there are ${Object.keys(BENCHES).join(', ')}.`)
  process.exit(1)
}

const say = (line: string) => console.error(line)
const rows: Row[] = []
const broken: string[] = []
const databases = await startDatabases()
// Ctrl-C ends child processes through their channels, and the database through its own exit
// handler.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
try {
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue
    say(`── ${name}`)
    const began = performance.now()
    try {
      const found = await bench({ databases, say })
      rows.push(...found)
      say(formatTable(found))
    } catch (error) {
      console.error(error)
      broken.push(name)
    }
    say(`── ${name} ${Math.round((performance.now() - began) / 1000)} s`)
  }
} finally {
  await databases.stop()
}
console.log(formatTable(rows))
if (isProfiling) say(`Profiles are in ${PROFILES}; a process that writes them is slower.`)
else say(`Kept in ${await keepResults(rows)}`)
for (const name of broken) say(`The bench ${name} broke; its fault stands above.`)
process.exit(broken.length > 0 || rows.some((row) => !compareWithGoal(row).reached) ? 1 : 0)
