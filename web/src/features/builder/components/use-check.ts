import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { checkQuery } from '../api.ts'

const CHECK_AFTER_MS = 600

/** What the server says of the document, asked for when its writer pauses. */
export function useCheck(goodText: string) {
  const [settled, setSettled] = useState(goodText)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(goodText), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [goodText])
  return useQuery({ ...checkQuery(settled), placeholderData: keepPreviousData })
}
