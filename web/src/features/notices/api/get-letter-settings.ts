import { apiQuery } from '../../../lib/api.ts'

export const letterSettingsQuery = apiQuery('getLetterSettings', {})
