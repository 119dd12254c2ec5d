import type { QueryClient } from '@tanstack/react-query'
import { track } from '../../../lib/analytics.ts'
import { type Body, call } from '../../../lib/client.ts'
import { letterSettingsQuery } from './get-letter-settings.ts'

export async function updateLetterSettings(
  client: QueryClient,
  change: Body<'updateLetterSettings'>,
): Promise<void> {
  const settings = await call('updateLetterSettings', { body: change })
  track('letters_switched', change)
  client.setQueryData(letterSettingsQuery.queryKey, settings)
}
