import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach } from 'vitest'
import { flushAnalytics } from '../src/lib/analytics.ts'

// A file's first screen compiles its chunks, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Test files share one browser: a cookie that one file leaves would sign in the visitor of the next
// file.
afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  for (const part of document.cookie.split('; ')) {
    const gone = `${part.split('=')[0]}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
    document.cookie = gone
    document.cookie = `${gone}; Path=/`
  }
})

// Events that wait are sent now: their timer would find no page once the file's browser is gone.
afterAll(() => flushAnalytics())
