import { inspect } from 'node:util'
import type { JobView } from '@vignette/contract/jobs.ts'
import { remix } from '../../support/acts.ts'
import { type Visitor } from '../../support/browser.ts'
import { publishSketch } from './recipes.ts'

export interface Load {
  /** Resolves when one more remix has run from request to end. */
  another(): Promise<void>
  /** Finishes the remix under way; answers the counts and every wrong answer. */
  end(): Promise<{ requests: number; jobs: string[]; wrong: string[] }>
}

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED']

/** A visitor who remixes, polls and browses without pause, and notes every wrong answer. */
export async function keepRemixing(actor: Visitor): Promise<Load> {
  const id = await publishSketch(actor)
  const jobs: string[] = []
  const wrong: string[] = []
  let requests = 0
  let ending = false
  let waiting: (() => void)[] = []

  async function ask<T>(what: string, request: () => Promise<{ status: number; body: T }>) {
    requests += 1
    try {
      const answer = await request()
      if (answer.status === 200) return answer.body
      wrong.push(`${what}: ${answer.status}`)
    } catch (error) {
      wrong.push(`${what}: ${inspect(error)}`)
    }
    return undefined
  }

  async function once(): Promise<void> {
    const begun = await ask('remix', () => remix(actor, id))
    if (!begun) return
    jobs.push(begun.job_id)
    for (;;) {
      const job = await ask('job', () => actor.call<JobView>('GET', `/jobs/${begun.job_id}`))
      if (!job || ENDED.includes(job.status)) return
      await ask('list', () => actor.call('GET', '/workflows'))
      await ask('page', async () => {
        const page = await actor.fetch(`/workflows/${id}`)
        return { status: page.status, body: await page.text() }
      })
    }
  }

  async function run(): Promise<void> {
    while (!ending && wrong.length === 0) {
      await once()
      const told = waiting
      waiting = []
      for (const tell of told) tell()
    }
    for (const tell of waiting) tell()
  }

  const running = run()
  return {
    another: () =>
      new Promise((resolve) => {
        // Waits for a remix that begins from now on; the present remix may have begun long ago.
        const next = () => waiting.push(resolve)
        if (wrong.length > 0) resolve()
        else waiting.push(next)
      }),
    async end() {
      ending = true
      await running
      return { requests, jobs, wrong }
    },
  }
}
