import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule } from 'vitest/node'
import { formatTable } from '../../../src/platform/text-table.ts'

const HEAD = ['flood', 'what was done', "the bystander's figure", 'limit']
const FILE = fileURLToPath(new URL('../../../../.cache/reports/hostile.md', import.meta.url))

/** Prints each flood with the bystander's figure and the limit, and writes the table for the docs. */
export default class FigureTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => {
        const { figure } = test.meta()
        const failed = test.result().state === 'passed' ? '' : ' MISSED'
        return [
          figure?.flood ?? test.name,
          figure?.done ?? '',
          `${figure?.found ?? 'none'}${failed}`,
          figure?.limit ?? '',
        ]
      })
    if (rows.length === 0) return
    process.stdout.write(`\n${formatTable(HEAD, rows)}\n`)
    const lines = [HEAD, HEAD.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)
    mkdirSync(dirname(FILE), { recursive: true })
    writeFileSync(FILE, `${lines.join('\n')}\n`)
  }
}
