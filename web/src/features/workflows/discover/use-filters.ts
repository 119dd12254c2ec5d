import { useCallback, useMemo } from 'react'
import { track } from '../../../lib/analytics.ts'
import { useQueryParams } from '../../../lib/router.tsx'
import { readFilters } from './filters.ts'

export type Filter = 'q' | 'output_type' | 'price' | 'category' | 'tag' | 'sort' | 'creator'

/** The filters are in the URL, so that back, reload and a shared link keep them. */
export function useFilters() {
  const [params, setParams] = useQueryParams()
  const filters = useMemo(() => readFilters(params), [params])
  const change = useCallback(
    (key: Filter, value: string) => {
      setParams((current) => {
        const next = new URLSearchParams(current)
        if (value) next.set(key, value)
        else next.delete(key)
        return next
      })
      if (key === 'q') track('workflows_searched', { length: value.length })
      else
        track('workflows_filtered', {
          filter: key,
          value: key === 'creator' || key === 'tag' ? null : value,
        })
    },
    [setParams],
  )
  const clear = useCallback(() => {
    setParams({})
    track('workflows_filters_cleared')
  }, [setParams])
  return { filters, change, clear }
}
