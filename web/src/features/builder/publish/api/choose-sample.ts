import { call } from '../../../../lib/client.ts'

/** Makes the product of a test the recipe's sample. */
export async function chooseSample(workflowId: string, testId: string): Promise<void> {
  await call('chooseSample', { params: { id: workflowId }, body: { test_id: testId } })
}
