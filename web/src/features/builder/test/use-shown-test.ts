import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { streamJob } from '../../remix/index.ts'
import { testQuery, testsQuery } from '../api.ts'
import { isRunning } from './describe-test.ts'
import type { Tested } from './tested.ts'

/** A test, followed by its job's events until it ends. */
export function useShownTest(tested: Tested, id: string | undefined) {
  const client = useQueryClient()
  const query = useQuery({ ...testQuery(id ?? ''), enabled: id !== undefined })
  const runs = query.data !== undefined && isRunning(query.data)
  const ended = query.data !== undefined && !runs
  const { kind, id: of } = tested

  useEffect(() => {
    if (!id || !runs) return undefined
    const close = streamJob(id, () => {
      void client.invalidateQueries({ queryKey: testQuery(id).queryKey })
    })
    return () => {
      close()
      // The list of tests shows that this test has ended.
      void client.invalidateQueries({ queryKey: testsQuery({ kind, id: of }).queryKey })
    }
  }, [client, id, runs, kind, of])

  // A short test may end before it was ever read as running.
  useEffect(() => {
    const { queryKey } = testsQuery({ kind, id: of })
    const listed = client.getQueryData(queryKey)?.tests.find((one) => one.id === id)
    if (ended && listed && isRunning(listed)) void client.invalidateQueries({ queryKey })
  }, [client, id, ended, kind, of])

  return query
}
