import { setTimeout } from 'node:timers/promises'
import { client } from '../dist/hey-api/client.gen.js'
import { cancelJob, createCreation, downloadCreation, getJob } from '../dist/hey-api/index.js'

// Runs a recipe by the client that @hey-api/openapi-ts made of the API document.

const [site = '', token = '', what = '', recipe = ''] = process.argv.slice(2)
client.setConfig({ baseUrl: site, auth: token })

const started = await createCreation({
  path: { id: recipe },
  headers: { 'Idempotency-Key': `hey-api-${what}` },
  body: { user_inputs: { wish: what === 'cancel' ? 'forever' : 'a boat' }, async: true },
})
if (started.error) {
  if (started.error.code !== 'payment_required') throw new Error(started.error.error)
  console.log(JSON.stringify({ checkout_url: started.error.checkout_url }))
  process.exit()
}
if (!('job_id' in started.data)) throw new Error('a run that was asked for is no job')
const path = { id: started.data.job_id }
if (what === 'cancel') await cancelJob({ path, throwOnError: true })
let { data: job } = await getJob({ path, throwOnError: true })
while (!['COMPLETED', 'FAILED', 'CANCELLED'].includes(job.status)) {
  await setTimeout(200)
  job = (await getJob({ path, throwOnError: true })).data
}
const creation = job.result?.id ?? null
const bytes = creation ? await countBytes(creation) : 0
console.log(JSON.stringify({ status: job.status, creation, bytes }))

async function countBytes(id: string): Promise<number> {
  const { data } = await downloadCreation({ path: { id }, parseAs: 'arrayBuffer' })
  return data instanceof ArrayBuffer ? data.byteLength : 0
}
