import { cents } from '@vignette/contract/entities.ts'
import { formatCents } from '@vignette/contract/money.ts'
import { z } from 'zod'
import { formatTable } from '../platform/text-table.ts'

/** Where no terminal says how wide it is. */
const WIDTH = 160

/** Draws a call's answer from its schema: lists as tables, all else in two columns, cents as money. */
export function drawAnswer(
  schema: z.ZodType,
  answer: unknown,
  width = process.stdout.columns ?? WIDTH,
): string {
  if (!(schema instanceof z.ZodObject)) return textOf(schema, answer)
  const { next_cursor: cursor, ...fields } = answer as Record<string, unknown>
  const names = Object.keys(schema.shape).filter((name) => name !== 'next_cursor')
  const lists = names.filter((name) => rowSchemaOf(schema.shape[name]))
  const facts = z.object(
    Object.fromEntries(
      names.filter((name) => !lists.includes(name)).map((name) => [name, schema.shape[name]]),
    ),
  )
  const about = drawRecord(readFields(facts, fields))
  const tables = lists.map((name) => {
    const rows = fields[name] as unknown[]
    if (rows.length === 0) return `${name}: none`
    const table = drawRows(rowSchemaOf(schema.shape[name]) as z.ZodObject, rows, width)
    return about || lists.length > 1 ? `${name}:\n${table}` : table
  })
  const more = typeof cursor === 'string' ? [`There is more: cursor=${cursor}`] : []
  return [about, ...tables, ...more].filter(Boolean).join('\n\n')
}

/** A field of an answer; the fields of an object within it have a dot in their names. */
interface Field {
  name: string
  text: string
  isNumber: boolean
}

/** A table, or where its lines would not fit, the rows one below the other. */
function drawRows(schema: z.ZodObject, rows: unknown[], width: number): string {
  const read = rows.map((row) => readFields(schema, row))
  const head = (read[0] ?? []).map(({ name }) => name)
  const numbers = (read[0] ?? []).flatMap(({ isNumber }, column) => (isNumber ? [column] : []))
  const cells = read.map((row) => row.map(({ text }) => text.replaceAll('\n', ' ')))
  const table = formatTable(head, cells, numbers)
  const widest = Math.max(...table.split('\n').map((line) => line.length))
  if (widest <= width) return table
  return read.map((row, index) => `─ ${index + 1} ─\n${drawRecord(row)}`).join('\n')
}

/** Two columns, without what is empty. */
function drawRecord(row: Field[]): string {
  const told = row.filter(({ text }) => text !== '')
  const width = Math.max(0, ...told.map(({ name }) => name.length))
  const indent = `\n${' '.repeat(width + 2)}`
  return told
    .map(({ name, text }) => `${name.padEnd(width)}  ${text.replaceAll('\n', indent)}`)
    .join('\n')
}

/** Every field that the schema has, also where an object is null, so that each row has the same ones. */
function readFields(schema: z.ZodObject, value: unknown, before = ''): Field[] {
  const given = (value ?? {}) as Record<string, unknown>
  return Object.entries(schema.shape).flatMap(([key, field]): Field[] => {
    const name = `${before}${key}`
    const bare = bareOf(field)
    if (bare instanceof z.ZodObject) return readFields(bare, given[key], `${name}.`)
    return [{ name, text: textOf(bare, given[key]), isNumber: bare instanceof z.ZodNumber }]
  })
}

function textOf(schema: unknown, value: unknown): string {
  const bare = bareOf(schema)
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && isCents(bare)) return formatCents(value)
  if (bare instanceof z.ZodArray) {
    return (value as unknown[]).map((one) => textOf(bare.element, one)).join('; ')
  }
  if (bare instanceof z.ZodObject) {
    const texts = readFields(bare, value).map(({ text }) => text)
    return texts.filter(Boolean).join(' ')
  }
  return clean(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Strangers wrote some of it, and a terminal obeys control characters. */
function clean(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '')
}

function rowSchemaOf(schema: unknown): z.ZodObject | undefined {
  const bare = bareOf(schema)
  const element = bare instanceof z.ZodArray ? bareOf(bare.element) : undefined
  return element instanceof z.ZodObject ? element : undefined
}

/** The schema without what says that it may be absent. */
function bareOf(schema: unknown): unknown {
  const wraps =
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault
  return wraps ? bareOf(schema.unwrap()) : schema
}

/** A description makes another schema, with the one that it describes as its parent. */
function isCents(schema: unknown): boolean {
  const parent = schema instanceof z.ZodType ? schema._zod.parent : undefined
  return schema === cents || (parent !== undefined && isCents(parent))
}
