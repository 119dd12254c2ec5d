import { apiPages, apiQuery } from '../../../lib/api.ts'

/** A visit to the page always asks: the bell has just told of news. */
export const noticesQuery = apiPages('listNotices', {}, { staleTime: 0 })

export const letterSettingsQuery = apiQuery('getLetterSettings', {})
