import type { ListedTest, TestedStep, TestView } from '@vignette/contract/tests.ts'
import { sampleId, sampleMedia } from '../../../../test/samples.ts'

export function testedStep(id: string, over: Partial<TestedStep> = {}): TestedStep {
  return {
    id,
    function_type: 'text_to_image',
    provider: 'local',
    state: 'done',
    seconds: 1.1,
    cost_cents: 0,
    reused: false,
    prompt: `A fox, ${id}`,
    media: sampleMedia({ id: `media-${id}` }),
    ...over,
  }
}

export function sampleTest(n: number, over: Partial<TestView> = {}): TestView {
  return {
    id: sampleId(n),
    workflow_id: null,
    draft_id: sampleId(900),
    status: 'COMPLETED',
    error: null,
    created_at: '2026-11-20T10:00:00.000Z',
    document_hash: 'hash',
    passed: true,
    seconds: 3.3,
    cost_cents: 0,
    user_inputs: { subject: 'a fox' },
    steps: [testedStep('paint'), testedStep('film', { seconds: 2.2 })],
    output_step_id: 'film',
    ...over,
  }
}

export function listed(test: TestView, current = true): ListedTest {
  const { steps, user_inputs: _, ...rest } = test
  const ran = steps.flatMap(({ id, function_type, provider, seconds, cost_cents }) =>
    seconds === null ? [] : { id, function_type, provider, seconds, cost_cents },
  )
  return { ...rest, current, steps: ran }
}
