import { call } from '../../../../lib/client.ts'

/** Lets what a test made stand for the recipe. */
export async function chooseSample(workflowId: string, testId: string): Promise<void> {
  await call('chooseSample', { params: { id: workflowId }, body: { test_id: testId } })
}
