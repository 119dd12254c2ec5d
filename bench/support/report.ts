import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CACHE } from './folders.ts'
import { median } from './rounds.ts'

export interface Row {
  what: string
  unit: string
  /** One figure for each round. */
  subject: number[]
  limit?: number[]
  limitName?: string
  /**
   * The value compared with the goal: the subject's median, or the median of the rounds' ratios.
   */
  compares: 'value' | 'ratio'
  /** Absent for a figure that is only information. */
  goal?: { atMost: number } | { atLeast: number } | undefined
  note?: string
}

export function compareWithGoal(row: Row): { figure: number; reached: boolean } {
  const figure =
    row.compares === 'value'
      ? median(row.subject)
      : median(row.subject.map((value, round) => value / (row.limit?.[round] ?? Number.NaN)))
  const { goal } = row
  const reached = !goal || ('atMost' in goal ? figure <= goal.atMost : figure >= goal.atLeast)
  return { figure, reached }
}

export function formatTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const { figure, reached } = compareWithGoal(row)
    return [
      row.what,
      `${spread(row.subject)} ${row.unit}`,
      row.limit ? `${spread(row.limit)} ${row.unit} (${row.limitName})` : '',
      row.compares === 'ratio' ? figure.toFixed(2) : '',
      nameGoal(row),
      row.goal ? (reached ? 'reached' : 'MISSED') : '',
      row.note ?? '',
    ]
  })
  const all = [['what', 'median (spread)', 'limit or peer', 'ratio', 'goal', '', 'note'], ...lines]
  const widths = all[0]?.map((_, at) => Math.max(...all.map((line) => line[at]?.length ?? 0))) ?? []
  const [head = '', ...body] = all.map(
    (line) => `| ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body].join('\n')
}

function nameGoal({ goal }: Row): string {
  if (!goal) return ''
  return 'atMost' in goal ? `≤ ${goal.atMost}` : `≥ ${goal.atLeast}`
}

function spread(values: readonly number[]): string {
  const middle = format(median(values))
  return values.length < 2
    ? middle
    : `${middle} (${format(Math.min(...values))}–${format(Math.max(...values))})`
}

function format(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

export async function keepResults(rows: readonly Row[]): Promise<string> {
  const folder = path.join(CACHE, 'results')
  await mkdir(folder, { recursive: true })
  const at = new Date().toISOString()
  const file = path.join(folder, `${at.replaceAll(':', '-')}.json`)
  const machine = {
    processors: os.cpus().length,
    model: os.cpus()[0]?.model,
    memoryGiB: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
  }
  const compared = rows.map((row) => ({ ...row, ...compareWithGoal(row) }))
  await writeFile(file, `${JSON.stringify({ at, machine, rows: compared }, null, 2)}\n`)
  return file
}
