import type { JobStatus, JobView } from '@vignette/contract/jobs.ts'
import type { PaymentView } from '@vignette/contract/payments.ts'
import type { WorkflowInput, WorkflowView } from '@vignette/contract/workflows.ts'
import type { OpenPayment, RemixPorts, SavedInputs, SessionInfo } from '../ports/remix-ports.ts'
import type { Place } from '../wizard/reducer.ts'

export function makeInput(part: Partial<WorkflowInput> = {}): WorkflowInput {
  return {
    key: 'subject',
    type: 'text',
    step_type: 'text_input',
    name: 'subject',
    display_name: 'Subject',
    description: 'What the picture shows',
    value: null,
    required: true,
    image_size: null,
    options: [],
    max_length: null,
    pattern: null,
    min: null,
    max: null,
    numeric: false,
    ...part,
  }
}

export function makeWorkflow(part: Partial<WorkflowView> = {}): WorkflowView {
  return {
    id: 'w1',
    version: 1,
    name: 'Paper lanterns',
    description: 'A night sky of lanterns',
    user_id: 'u1',
    creator_handle: 'ada',
    address: '/workflows/w1',
    price: 0,
    generation_time: 20_000,
    output_type: 'image',
    category: null,
    tags: [],
    license: 'personal',
    sample_creation_url: null,
    sample: null,
    created_at: '2026-11-01T00:00:00.000Z',
    updated_at: '2026-11-01T00:00:00.000Z',
    inputs: [makeInput()],
    steps: [{ id: 'draw', function_type: 'image' }],
    output_step_id: 'draw',
    output: 'draw',
    output_size: null,
    proof: null,
    kept: null,
    last_runs: null,
    remix_count: 0,
    unavailable: null,
    is_owner: false,
    ...part,
  }
}

export function makeJob(status: JobStatus, part: Partial<JobView> = {}): JobView {
  return {
    id: 'j1',
    job_id: 'j1',
    status,
    result: status === 'COMPLETED' ? { id: 'c1' } : null,
    early: null,
    drawing: 'j1',
    error: status === 'FAILED' ? { code: 'generation_failed', message: 'The model gave up' } : null,
    progress: { step: 1, steps: 2, label: 'Drawing', percent: 50 },
    generation_time: 20,
    created_at: '2026-11-21T12:00:00.000Z',
    seq: 1,
    ...part,
  }
}

function makePayment(part: Partial<PaymentView> = {}): PaymentView {
  return {
    id: 'p1',
    state: 'authorized',
    amount: 300,
    currency: 'usd',
    workflow_id: 'w1',
    workflow_version: 1,
    created_at: '2026-11-21T12:00:00.000Z',
    expires_at: null,
    next: 'Run the recipe, or release the money.',
    ...part,
  }
}

export function makeSession(part: Partial<SessionInfo> = {}): SessionInfo {
  return {
    paid: true,
    workflowId: 'w1',
    payment: makePayment(),
    inputs: null,
    madeFrom: null,
    isPublic: false,
    jobId: null,
    ...part,
  }
}

export function makeOpen(part: Partial<OpenPayment> = {}): OpenPayment {
  return {
    payment: makePayment(),
    sessionId: 's1',
    inputs: { subject: 'paid for' },
    madeFrom: null,
    isPublic: true,
    ...part,
  }
}

export interface FakeWorld {
  ports: RemixPorts
  /** Each effect in order, as `name argument`. */
  log: string[]
  saved: Map<string, SavedInputs>
  places: Map<string, Place>
  processed: Set<string>
  requests: {
    inputs: unknown
    madeFrom: string | null
    isPublic: boolean
    sessionId: string | null
    key: string
  }[]
  sendJob: (job: JobView) => void
}

/** Ports on which every call succeeds, unless a test overrides one. */
export function makeWorld(overrides: Partial<RemixPorts> = {}): FakeWorld {
  let keys = 0
  const listeners = new Set<(job: JobView) => void>()
  const world: Omit<FakeWorld, 'ports'> = {
    log: [],
    saved: new Map(),
    places: new Map(),
    processed: new Set(),
    requests: [],
    sendJob: (job) => {
      for (const listener of listeners) listener(job)
    },
  }
  const note = (words: string) => void world.log.push(words)
  const ports: RemixPorts = {
    loadWorkflow: async () => makeWorkflow(),
    findRun: async () => null,
    findOpenPayment: async () => null,
    loadCreationInputs: async () => ({}),
    readSession: async () => makeSession(),
    loadPaymentConfig: async () => ({ publishableKey: 'pk_test_1', testMode: true }),
    createCheckout: async () => ({ url: '/checkout/s1' }),
    releasePayment: async (id) => note(`release ${id}`),
    uploadInlineImage: async ({ file }) => ({ ...file, url: '/media/up.png' }),
    createCreation: async () => ({ kind: 'job', jobId: 'j1', generationSeconds: 20 }),
    readJob: async () => makeJob('RUNNING'),
    streamJob: (_, onJob) => {
      listeners.add(onJob)
      return () => {
        listeners.delete(onJob)
        note('stream closed')
      }
    },
    cancelRun: async ({ jobId }) => {
      note(`cancel ${jobId}`)
      return jobId ? makeJob('CANCELLED') : null
    },
    readSaved: (id) => world.saved.get(id) ?? null,
    save: (id, saved) => void world.saved.set(id, saved),
    forget: (id) => {
      world.saved.delete(id)
      world.places.delete(id)
    },
    readPlace: (id) => world.places.get(id) ?? null,
    keepPlace: (id, place) => void world.places.set(id, place),
    readTerms: () => false,
    keepTerms: (_, accepts) => note(`terms ${accepts}`),
    wasReturnProcessed: (id) => world.processed.has(id),
    markReturnProcessed: (id) => void world.processed.add(id),
    stripReturnParams: () => note('strip'),
    stripSource: () => note('strip source'),
    leaveTo: (url) => note(`leave ${url}`),
    signIn: () => note('sign in'),
    openCreation: ({ id }) => note(`open ${id}`),
    announceReady: (name) => note(`ready ${name}`),
    newKey: () => `key-${++keys}`,
    now: () => 1_000_000,
    track: () => undefined,
    logWarning: (message) => note(`warn ${message}`),
    ...overrides,
  }
  const answer = ports.createCreation.bind(ports)
  ports.createCreation = (request, signal) => {
    const { inputs, madeFrom, isPublic, sessionId, idempotencyKey } = request
    world.requests.push({ inputs, madeFrom, isPublic, sessionId, key: idempotencyKey })
    return answer(request, signal)
  }
  return Object.assign(world, { ports })
}
