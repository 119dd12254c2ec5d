import { BATCH } from '@vignette/contract/batch-limits.ts'
import type { UserInputs } from '@vignette/contract/creations.ts'
import { findFault, isEmpty } from '../wizard/rules.ts'
import type { WizardStep } from '../wizard/step.ts'

/** The rows that a table asks for, or why it cannot be read. */
export type ReadTable = { rows: UserInputs[] } | { fault: string }

/** Reads a CSV whose first line names the inputs; a spreadsheet may divide it by semicolons or tabs. */
export function readTable(text: string, steps: readonly WizardStep[]): ReadTable {
  const [head = [], ...lines] = parseCsv(text.replace(/^\uFEFF/, ''))
  const names = head.map((cell) => cell.trim())
  const keys = names.map((name) => keyOf(name, steps))
  const unknown = names.find((name, at) => name !== '' && keys[at] === undefined)
  if (unknown !== undefined) {
    return {
      fault: `The column “${unknown}” is no input of this recipe. The first line names the inputs: ${namesOf(steps)}.`,
    }
  }
  if (keys.every((key) => key === undefined)) {
    return { fault: `The first line names the inputs: ${namesOf(steps)}.` }
  }
  const rows = lines
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) =>
      Object.fromEntries(
        keys.flatMap((key, at) => {
          const cell = cells[at]?.trim() ?? ''
          return key === undefined || cell === '' ? [] : [[key, cell]]
        }),
      ),
    )
  if (rows.length === 0) return { fault: 'There is no row below the first line.' }
  if (rows.length > BATCH.rows) {
    return { fault: `${rows.length} rows are too many: one batch takes ${BATCH.rows}.` }
  }
  return { rows }
}

export function writeTemplate(steps: readonly WizardStep[]): string {
  return `${steps.map(({ key }) => key).join(',')}\r\n`
}

/** What is wrong with each row, before the server is asked. */
export function findRowFaults(rows: readonly UserInputs[], steps: readonly WizardStep[]): string[] {
  return rows.map((row) =>
    steps
      .flatMap((step) => {
        const value = row[step.key] ?? (isEmpty(step.initial) ? undefined : step.initial)
        const fault = findFault(step, value)
        return fault === null ? [] : [`${step.title}: ${fault}`]
      })
      .join(' '),
  )
}

function namesOf(steps: readonly WizardStep[]): string {
  return steps.map(({ key }) => key).join(', ')
}

/** People write the label as well as the key. */
function keyOf(name: string, steps: readonly WizardStep[]): string | undefined {
  const sought = name.toLowerCase()
  return steps.find(({ key, title }) => [key, title].some((one) => one.toLowerCase() === sought))
    ?.key
}

/** RFC 4180, with the sign that the first line has most of as the divider. */
function parseCsv(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? ''
  const divider = [',', ';', '\t'].toSorted(
    (a, b) => first.split(b).length - first.split(a).length,
  )[0]
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === divider) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}
