import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, openAsBlob } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { call, Fault, read, readAccount, readDecimals, send } from './api.ts'
import { watchJob } from './jobs.ts'

interface RunOptions {
  input?: string[] | undefined
  file?: string[] | undefined
  out?: string | undefined
  key?: string | undefined
  public?: boolean | undefined
  keep?: boolean | undefined
  'no-wait'?: boolean | undefined
}

interface Asked {
  key: string
  step_type: string
  /** Of an input that takes several files. */
  max_files?: number
}

/** Runs a recipe from its inputs to the file; waits where a person has to pay. */
export async function runRecipe(id: string, options: RunOptions): Promise<void> {
  const recipe = encodeURIComponent(id)
  const inputs: Record<string, unknown> = Object.fromEntries((options.input ?? []).map(splitPair))
  const files = (options.file ?? []).map(splitPair)
  if (files.length > 0) {
    const { inputs: asked } = await call<{ inputs: Asked[] }>('GET', `/workflows/${recipe}`)
    for (const [key, file] of files) {
      const input = asked.find((one) => one.key === key)
      const kind = input?.step_type.replace('_input', '')
      if (!kind || !['image', 'video', 'audio'].includes(kind)) {
        throw new Fault(`The recipe asks for no file "${key}".`)
      }
      const given = { url: await upload(kind, file) }
      inputs[key] = input?.max_files ? [...[inputs[key] ?? []].flat(), given] : given
    }
  }
  const job = await begin(recipe, { user_inputs: inputs, public: options.public }, options)
  const { result } = await watchJob(job)
  if (!result) throw new Fault('The run made nothing.')
  if (result.proof && options.keep) await call('POST', `/creations/${result.id}/keep`)
  else if (result.proof) {
    console.error(`A proof: keep or decline it at ${readAccount().site}/creations/${result.id}`)
    return console.log(result.id)
  }
  for (let file = 1; file <= (result.file_count ?? 1); file++) {
    console.log(await download(result.id, file, options.out ?? '.'))
  }
}

interface Unpaid {
  checkout_url?: string
  amount: number
  currency: string
  expires_at: string
}

const ASK_AGAIN_MS = 3000

/** Sends the same call until the run is paid, and answers the job. */
async function begin(recipe: string, body: object, options: RunOptions): Promise<string> {
  const key = options.key ?? randomUUID()
  for (let told = ''; ; await wait(ASK_AGAIN_MS)) {
    const answer = await send('POST', `/workflows/${recipe}/creations`, {
      body,
      headers: { 'idempotency-key': key },
    })
    if (answer.status !== 402) return (await read<{ job_id: string }>(answer)).job_id
    const unpaid = (await answer.clone().json()) as Unpaid
    const { checkout_url: address } = unpaid
    if (!address) return read(answer)
    if (address !== told) {
      const decimals = await readDecimals()
      const sum = (unpaid.amount / 10 ** decimals).toFixed(decimals)
      const price = `${sum} ${unpaid.currency.toUpperCase()}`
      console.error(`To be paid, ${price}, until ${unpaid.expires_at}:\n${address}`)
      if (options['no-wait'])
        throw new Fault(`Once it is paid: the same command with --key ${key}`, 2)
    }
    told = address
  }
}

async function upload(kind: string, file: string): Promise<string> {
  if (!existsSync(file)) throw new Fault(`${file} cannot be read.`)
  const type = TYPES[path.extname(file).toLowerCase()] ?? ''
  const bytes = await openAsBlob(file, { type })
  const form = new FormData()
  form.append('file', bytes, path.basename(file))
  const digest = createHash('sha256').update(new Uint8Array(await bytes.arrayBuffer()))
  const sent = await call<{ url: string }>('POST', `/upload/${kind}`, {
    body: form,
    headers: { 'idempotency-key': digest.digest('hex') },
  })
  return sent.url
}

const TYPES: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.ogg': 'audio/ogg',
  '.m4a': 'audio/mp4',
}

/** Writes a file of the creation into the folder, under the name that the server gives it. */
async function download(id: string, number: number, folder: string): Promise<string> {
  const answer = await send('GET', `/creations/${id}/download?file=${number}`)
  if (!answer.ok || !answer.body) return read(answer)
  const disposition = answer.headers.get('content-disposition') ?? ''
  const [, name = id] = /filename="([^"]+)"/.exec(disposition) ?? []
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, path.basename(name))
  await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(file))
  return file
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new Fault(`"${text}" is no KEY=VALUE.`)
  return [text.slice(0, at), text.slice(at + 1)]
}
