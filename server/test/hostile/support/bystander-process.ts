import { setTimeout as pause } from 'node:timers/promises'
import { API_BASE } from '@vignette/contract/paths.ts'
import { BYSTANDER } from './addresses.ts'
import type { BystanderMessage, Told } from './bystander.ts'
import { callFrom } from './call-from.ts'
import { answerMessages } from './helper-process.ts'
import { makeForm } from './make-form.ts'
import type { Made } from './open-server.ts'
import { jobOf, openVisitor, readJob, remix } from './visitor.ts'

const HEALTH_EVERY_MS = 25
const PAGE_EVERY_MS = 250
const [origin = '', words = ''] = process.argv.slice(2)
const made = JSON.parse(words) as Made
const call = callFrom(BYSTANDER, origin)
const visitor = openVisitor(call)
let told: Told | undefined

/** Asks for these paths, one after the other, until stopped and records each response time. */
async function keepAsking(
  paths: readonly string[],
  everyMs: number,
  times: (told: Told) => number[],
): Promise<void> {
  while (true) {
    const began = performance.now()
    const statuses = []
    for (const path of paths) statuses.push((await call(path)).status)
    if (told) {
      times(told).push(performance.now() - began)
      told.refused += statuses.filter((status) => status !== 200).length
    }
    await pause(everyMs)
  }
}

async function upload(picture: Uint8Array): Promise<number> {
  const began = performance.now()
  const { status, text } = await call(`${API_BASE}/upload/image`, makeForm(picture))
  if (status !== 201) throw new Error(`an upload of the bystander: ${status} ${text}`)
  return performance.now() - began
}

async function makePicture(): Promise<number> {
  const began = performance.now()
  const job = jobOf(await remix(visitor, made.sketch))
  while (true) {
    const { status, error } = await readJob(visitor, job)
    if (status === 'COMPLETED') return performance.now() - began
    if (status === 'FAILED' || status === 'CANCELLED') {
      throw new Error(`a picture of the bystander: ${status} ${error?.message}`)
    }
    await pause(250)
  }
}

answerMessages(async (message: BystanderMessage) => {
  if (message.do === 'watch') {
    told = { times: [], pages: [], refused: 0 }
    return undefined
  }
  if (message.do === 'tell') {
    const found = told
    told = undefined
    return found
  }
  return message.do === 'upload' ? upload(message.picture) : makePicture()
})
void keepAsking([`${API_BASE}/healthcheck`], HEALTH_EVERY_MS, ({ times }) => times)
void keepAsking(
  [`/creations/${made.creation}`, `${API_BASE}/creations/${made.creation}`],
  PAGE_EVERY_MS,
  ({ pages }) => pages,
)
