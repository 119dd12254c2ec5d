import type { APIRequestContext } from '@playwright/test'
import { expect } from '@playwright/test'
import { signInAtOnce } from './sign-in.ts'

/** Lets a creator use providers that cost the operator money. */
export async function approveCreator(admin: APIRequestContext, creatorId: string): Promise<void> {
  await signInAtOnce(admin, 'admin@example.com', { admin: true })
  const { cookies } = await admin.storageState()
  const token = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  const answer = await admin.post(`/api/v1/admin/creators/${creatorId}/approval`, {
    data: { approved: true },
    headers: { 'x-csrf-token': decodeURIComponent(token) },
  })
  expect(answer.ok()).toBe(true)
}
