import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'
import { formatTable } from '../../../src/platform/text-table.ts'

const HEAD = ['fault', 'what was done', 'what was found', 'time to recover']
const FILE = fileURLToPath(new URL('../../../../.cache/reports/faults.md', import.meta.url))

/** Prints the outcome and the recovery time of each fault. */
export default class FaultTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows: string[][] = []
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { fault } = test.meta()
        const state = test.result().state
        if (!fault && state !== 'failed' && state !== 'skipped') continue
        rows.push([
          fault?.fault ?? test.fullName,
          fault?.done ?? '',
          state === 'passed' ? (fault?.found ?? '') : state.toUpperCase(),
          fault?.recoveryMs === undefined ? '' : `${(fault.recoveryMs / 1000).toFixed(1)} s`,
        ])
      }
    }
    if (rows.length === 0) return
    const table = formatTable(HEAD, rows)
    process.stdout.write(`\n${table}\n`)
    writeMarkdown(rows)
  }
}

/** Writes the same table to a file, from which docs/faults.md is kept. */
function writeMarkdown(rows: readonly string[][]): void {
  const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, `${lines.join('\n')}\n`)
}
