import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// The first screen of a file compiles its chunks, which a busy machine does in seconds, not in one.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
