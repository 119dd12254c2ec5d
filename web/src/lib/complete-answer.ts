type Given = Record<string, unknown>
type Rows = Given[] | undefined

/**
 * An answer may have the specified fields alone: of an older server, or of another one. Each entry
 * says what stands for the fields that are then missing, so that no screen asks for them; what is
 * given always wins. Of a licence, a count or a progress nothing can be said, so these stay absent.
 */
const COMPLETE: Record<string, (answer: Given, params: Record<string, string>) => Given> = {
  listWorkflows: (list) => ({
    ...list,
    workflows: (list.workflows as Rows)?.map(completeWorkflow),
  }),
  getWorkflow: completeWorkflow,
  createWorkflow: completeWorkflow,
  listWorkflowCreations: (list) => ({
    ...list,
    creations: (list.creations as Rows)?.map(completeCreation),
  }),
  listUserCreations: (list) => ({ ...list, items: (list.items as Rows)?.map(completeCreation) }),
  getCreation: completeCreation,
  getJob: (job, { id }) => ({ job_id: id, id, seq: 0, result: null, error: null, ...job }),
  getAuthMe: (user) => ({
    email: null,
    picture: null,
    roles: [],
    handle: user.username ?? '',
    counts: {},
    ...user,
  }),
  getPaymentSession: (session) => ({
    user_inputs: null,
    made_from: null,
    job_id: null,
    ...session,
  }),
}

export function completeAnswer<T>(name: string, answer: T, params: Record<string, string> = {}): T {
  return (COMPLETE[name]?.(answer as Given, params) ?? answer) as T
}

/** The sample may be given as an address alone. */
function completeWorkflow(given: Given): Given {
  const isAddress = typeof given.sample === 'string'
  return {
    version: 1,
    description: '',
    creator_handle: '',
    address: `/workflows/${String(given.id)}`,
    price: 0,
    category: null,
    tags: [],
    updated_at: given.created_at,
    steps: [],
    output_size: null,
    proof: null,
    kept: null,
    last_runs: null,
    unavailable: null,
    is_owner: false,
    ...given,
    sample: isAddress ? null : (given.sample ?? null),
    sample_creation_url: given.sample_creation_url ?? (isAddress ? given.sample : null),
    inputs: ((given.inputs as Rows) ?? []).map(completeInput),
  }
}

function completeInput(given: Given): Given {
  const options = ((given.options as (string | Given)[] | undefined) ?? []).map((option) =>
    typeof option === 'string'
      ? { value: option, label: option }
      : { ...option, label: option.label ?? option.value },
  )
  return {
    name: given.key,
    display_name: given.name ?? given.key,
    description: '',
    value: null,
    required: true,
    image_size: null,
    max_length: null,
    pattern: null,
    min: null,
    max: null,
    numeric: given.type === 'number',
    ...given,
    key: given.key ?? given.name,
    options,
  }
}

/** Pictures may be a list, its JSON or one address, inputs an object or its JSON; their readers know. */
function completeCreation(given: Given): Given {
  return {
    workflow_version: 1,
    proof: null,
    video: null,
    image: null,
    images: [],
    media: null,
    user_inputs: {},
    public: true,
    share_inputs: false,
    author_handle: '',
    is_owner: false,
    made_from: null,
    remixes: 0,
    secret_link: null,
    ...given,
  }
}
