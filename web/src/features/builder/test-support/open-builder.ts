import type { ProviderView } from '@vignette/contract/app.ts'
import { renderPage } from '../../../../test/render-page.tsx'
import { sampleId, sampleUser } from '../../../../test/samples.ts'
import { type Answerer, startApi } from '../../../../test/start-api.ts'

type Needs = ProviderView['functions'][number]['needs']
const NEEDS: Needs = {
  prompt: 'none',
  first_image: 'none',
  last_image: 'none',
  videos: { min: 0, max: 0 },
}

function spec(
  function_type: string,
  output: 'image' | 'video',
  needs: Partial<Needs>,
  properties: object,
) {
  return {
    function_type,
    title: function_type.replaceAll('_', ' '),
    description: `Does ${function_type}.`,
    output,
    model: 'none' as const,
    models: [],
    needs: { ...NEEDS, ...needs },
    params: { type: 'object', properties },
  }
}

export const LOCAL: ProviderView = {
  id: 'local',
  title: 'This machine',
  description: '',
  available: true,
  missing: null,
  costs_operator: false,
  approved_only: false,
  functions: [
    spec(
      'text_to_image',
      'image',
      { prompt: 'required' },
      { aspect: { type: 'string', enum: ['1:1', '4:3'], default: '1:1' } },
    ),
    spec(
      'image_to_image',
      'image',
      { first_image: 'required' },
      {
        style: { type: 'string', enum: ['oil', 'brush'], default: 'oil' },
        strength: { type: 'number', minimum: 0, maximum: 1, default: 1 },
        dark: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
      },
    ),
    spec(
      'image_to_video',
      'video',
      { first_image: 'required', last_image: 'optional' },
      {
        duration: { type: 'number', minimum: 1, maximum: 8, default: 4 },
        loop: { type: 'boolean' },
      },
    ),
    spec('video_concat', 'video', { videos: { min: 2, max: 10 } }, {}),
  ],
}

const ABSENT: ProviderView = {
  ...LOCAL,
  id: 'fal',
  title: 'fal',
  available: false,
  missing: 'Not set up on this server.',
  costs_operator: true,
  approved_only: true,
  functions: LOCAL.functions.slice(0, 1),
}

export const DRAFT = sampleId(50)

export function sampleDraft(text: string, revision = 1) {
  return {
    id: DRAFT,
    workflow_id: null,
    base_version: null,
    name: 'Untitled recipe',
    text,
    revision,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-21T10:00:00Z',
  }
}

export function sampleCheck(over: object = {}) {
  return {
    faults: [],
    steps: [],
    cost_cents: 0,
    lowest_price: 111,
    price: null,
    missing: [],
    refused: [],
    ...over,
  }
}

/** The builder on a draft, before a server that saves what is sent. */
export async function openBuilder(text: string, more: Record<string, Answerer> = {}) {
  let draft = sampleDraft(text)
  const asked = await startApi({
    'GET /auth/me': () => sampleUser(),
    'GET /providers': () => ({ providers: [ABSENT, LOCAL] }),
    'POST /workflows/check': () => sampleCheck(),
    [`GET /drafts/${DRAFT}`]: () => draft,
    [`GET /drafts/${DRAFT}/tests`]: () => ({ tests: [] }),
    [`PUT /drafts/${DRAFT}`]: ({ body }) => {
      const sent = JSON.parse(body) as { text: string; revision: number }
      draft = { ...draft, text: sent.text, revision: sent.revision + 1 }
      return draft
    },
    ...more,
  })
  return { asked, saved: () => draft.text, ...renderPage(`/studio/drafts/${DRAFT}`) }
}
