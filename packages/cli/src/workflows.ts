import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { call, Fault, readAccount, readDecimals } from './api.ts'

interface Listed {
  id: string
  name: string
  price: number
}

export async function listWorkflows(): Promise<void> {
  const decimals = await readDecimals()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''
    const page: { workflows: Listed[]; next_cursor: string | null } = await call(
      'GET',
      `/workflows/mine${query}`,
    )
    for (const { id, name, price } of page.workflows) {
      console.log(`${id}  ${(price / 10 ** decimals).toFixed(decimals).padStart(7)}  ${name}`)
    }
    cursor = page.next_cursor
  }
}

export async function pullWorkflow(id: string, file: string | undefined): Promise<void> {
  const document = await call<object>('GET', `/workflows/${encodeURIComponent(id)}/source`)
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (!file) return void process.stdout.write(text)
  writeFileSync(file, text)
  console.error(`Wrote ${file}.`)
}

/** Publishes a document, or a new version of the recipe with this id. */
export async function pushWorkflow(file: string, id: string | undefined): Promise<void> {
  const made = await call<Listed>(
    id ? 'PUT' : 'POST',
    id ? `/workflows/${encodeURIComponent(id)}` : '/workflows',
    { body: readDocument(file), headers: { 'idempotency-key': randomUUID() } },
  )
  console.error(`Published “${made.name}”: ${readAccount().site}/workflows/${made.id}`)
  console.log(made.id)
}

function readDocument(file: string): object {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    throw new Fault(`${file} cannot be read.`)
  }
  try {
    return JSON.parse(text) as object
  } catch (error) {
    throw new Fault(`${file} is no JSON: ${(error as Error).message}`)
  }
}
