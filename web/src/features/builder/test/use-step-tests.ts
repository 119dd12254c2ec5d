import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { testsQuery } from '../api.ts'
import { type Parts, readText } from '../document/read-parts.ts'
import { describeStepTests } from './describe-test.ts'
import type { Tested } from './tested.ts'

/** Tells of a step what its last tests took, once any ran it as it is now. */
export function useStepTests({ kind, id }: Tested): (step: Parts) => string | undefined {
  const { data } = useQuery(testsQuery({ kind, id }))
  return useCallback(
    (step: Parts) =>
      data &&
      describeStepTests(data.tests, {
        id: readText(step, 'id'),
        functionType: readText(step, 'function_type'),
        provider: readText(step, 'provider'),
      }),
    [data],
  )
}
