import type { CreationItem } from '@vignette/contract/creations.ts'
import type { MediaView } from '@vignette/contract/entities.ts'
import type { UserView } from '@vignette/contract/identity.ts'
import type { StorefrontView } from '@vignette/contract/storefronts.ts'
import type { WorkflowView } from '@vignette/contract/workflows.ts'

export function sampleId(n: number): string {
  return `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
}

export function sampleMedia(over: Partial<MediaView> = {}): MediaView {
  return {
    id: 'media',
    kind: 'image',
    url: '/media/one.png',
    content_type: 'image/png',
    uploaded: false,
    bytes: 10,
    width: 768,
    height: 512,
    duration_ms: null,
    preview_url: '/media/one.webp',
    signed: true,
    placeholder: null,
    dhash: null,
    variants: [],
    ...over,
  }
}

export function sampleWorkflow(n: number, over: Partial<WorkflowView> = {}): WorkflowView {
  return {
    id: sampleId(n),
    version: 1,
    name: `Recipe ${n}`,
    description: 'Prints whatever you bring in two colours.',
    user_id: 'creator',
    creator_handle: 'mara',
    address: `/@mara/recipe-${n}`,
    price: 300,
    generation_time: 125_000,
    output_type: 'image',
    category: null,
    tags: [],
    license: 'commercial',
    sample_creation_url: null,
    sample: sampleMedia(),
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
    inputs: [],
    steps: [{ id: 'draw', function_type: 'text_to_image' }],
    output_step_id: 'draw',
    output: 'draw',
    output_size: null,
    proof: null,
    kept: null,
    last_runs: null,
    remix_count: 0,
    unavailable: null,
    is_owner: false,
    ...over,
  }
}

export function sampleCreation(n: number, over: Partial<CreationItem> = {}): CreationItem {
  return {
    id: sampleId(1000 + n),
    workflow_id: sampleId(1),
    video: null,
    image: '/media/one.png',
    images: [],
    media: sampleMedia(),
    created_at: '2026-11-02T10:00:00Z',
    public: true,
    author_handle: 'guest-abcdef',
    ...over,
  }
}

export function sampleStorefront(over: Partial<StorefrontView> = {}): StorefrontView {
  return {
    id: 'creator',
    handle: 'mara',
    picture: null,
    cover: null,
    lines: [],
    links: [],
    followers: null,
    remixes: null,
    featured: null,
    recipes: [sampleWorkflow(1), sampleWorkflow(2)],
    recipes_total: 2,
    made_with: [],
    made_by: [],
    ...over,
  }
}

export function listAnswer(count: number, page = 1, total = count) {
  return {
    workflows: Array.from({ length: count }, (_, n) => sampleWorkflow(page * 100 + n)),
    page,
    per_page: 12,
    total,
    has_more: total > page * 12,
    next_cursor: total > page * 12 ? String(page + 1) : null,
  }
}

export function sampleUser(over: Partial<UserView> = {}): UserView {
  return {
    id: sampleId(7),
    username: 'ada',
    email: 'zoe@example.test',
    picture: null,
    handle: 'ada',
    roles: ['user'],
    created_at: '2026-10-01T00:00:00Z',
    counts: { unread_notices: 0, creations: 1, workflows: 2 },
    ...over,
  }
}
