import { setTimeout } from 'node:timers/promises'
import createClient from 'openapi-fetch'
import type { paths } from '../dist/openapi.js'

// Runs a recipe by openapi-fetch and the types that openapi-typescript made of the API document.

const [site = '', token = '', what = '', recipe = ''] = process.argv.slice(2)
const api = createClient<paths>({ baseUrl: site, headers: { authorization: `Bearer ${token}` } })

const started = await api.POST('/api/v1/workflows/{id}/creations', {
  params: { path: { id: recipe }, header: { 'Idempotency-Key': `openapi-fetch-${what}` } },
  body: { user_inputs: { wish: what === 'cancel' ? 'forever' : 'a boat' }, async: true },
})
if (started.error) {
  if (started.error.code !== 'payment_required') throw new Error(started.error.error)
  console.log(JSON.stringify({ checkout_url: started.error.checkout_url }))
  process.exit()
}
if (!('job_id' in started.data)) throw new Error('a run that was asked for is no job')
const params = { path: { id: started.data.job_id } }
if (what === 'cancel') await api.DELETE('/api/v1/jobs/{id}', { params })
let job = await look()
while (!['COMPLETED', 'FAILED', 'CANCELLED'].includes(job.status)) {
  await setTimeout(200)
  job = await look()
}
const creation = job.result?.id ?? null
const bytes = creation ? await countBytes(creation) : 0
console.log(JSON.stringify({ status: job.status, creation, bytes }))

async function look() {
  const { data, error } = await api.GET('/api/v1/jobs/{id}', { params })
  if (error) throw new Error(error.error)
  return data
}

async function countBytes(id: string): Promise<number> {
  const { data } = await api.GET('/api/v1/creations/{id}/download', {
    params: { path: { id } },
    parseAs: 'arrayBuffer',
  })
  return data?.byteLength ?? 0
}
